# The verdict as JSON.
printf 'version: 2.0\nkernels:\n' >k.ze_info
sybil check -jq --decoder=newest k.ze_info
