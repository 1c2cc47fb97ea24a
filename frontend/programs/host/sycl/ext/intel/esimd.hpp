#pragma once
#include "../../../../sycl/ext/intel/esimd.hpp"
