/* device_code.cpp — reports code that kernels must not have, in all functions that they call: a message at the
 * place, with the calls that lead there as notes, and one message of a kind per function. It also finds uses of the
 * compiler's own 16-bit floating point types, which cannot have attributes. */
#include "plugin.h"

using namespace clang;

namespace sybil {
namespace {

/* A function on the way from a kernel, with its caller and the place of the call. */
struct Step {
	const FunctionDecl *function;
	const Step *caller;
	SourceLocation at;
	bool calls;
};

/* A call, or a use of a function's address. */
struct Call {
	FunctionDecl *callee;
	SourceLocation at;
	bool calls = true;
};

bool is_in_system_header(const Decl *decl)
{
	return decl->getASTContext().getSourceManager().isInSystemHeader(decl->getLocation());
}

bool is_about_variables(const Attribute &attribute)
{
	return attribute.name == "add_ir_global_variable_attributes" ||
	       attribute.name == "add_ir_attributes_global_variable";
}

/* Whether the compiler knows the value: devices do not run initialization before main(). */
bool has_known_value(const VarDecl *variable)
{
	const Expr *init = variable->getAnyInitializer(variable);
	const auto *construct = dyn_cast_or_null<CXXConstructExpr>(init);

	if (!init || init->isValueDependent())
		return true; /* zero, or defined in another translation unit */
	if (construct && construct->getConstructor()->isDefaultConstructor() && construct->getConstructor()->isTrivial())
		return true;
	return variable->evaluateValue() || init->isConstantInitializer(variable->getASTContext(),
									 variable->getType()->isReferenceType());
}

/* Whether the class or the address space of a variable is for device code. */
bool is_for_device(const VarDecl *variable)
{
	const CXXRecordDecl *record = class_of(variable->getType());

	if (variable->getType().hasAddressSpace())
		return true;
	if (record)
		for (const Attribute &attribute : attributes_of(record))
			if (attribute.name == "device_global" || attribute.name == "global_variable_allowed" ||
			    attribute.name == "wg_scope" ||
			    is_about_variables(attribute))
				return true;
	return false;
}

} // namespace

bool is_ready(const VarDecl *variable)
{
	return is_for_device(variable) || variable->isConstexpr() || has_known_value(variable);
}

/* Constants, and variables of some classes. */
bool is_allowed(const VarDecl *variable)
{
	QualType type = variable->getType();

	if (variable->isConstexpr() || is_for_device(variable) || is_in_system_header(variable))
		return true;
	if (type.isConstQualified() || type->isReferenceType() ||
	    (type->isArrayType() && type->getBaseElementTypeUnsafe()->getCanonicalTypeInternal().isConstQualified()))
		return has_known_value(variable);
	return false;
}

namespace {

/* Whether a type or a part of it is work-group memory. */
bool is_work_group_static(QualType type)
{
	const CXXRecordDecl *record = class_of(type);

	if (!record || !record->hasDefinition())
		return false;
	for (const Attribute &attribute : attributes_of(record))
		if (is_about_variables(attribute))
			for (const Property &property : read_properties(record->getASTContext(), attribute, true))
				if (property.name == "sycl-work-group-static")
					return true;
	for (const CXXBaseSpecifier &base : record->bases())
		if (is_work_group_static(base.getType()))
			return true;
	for (const FieldDecl *member : record->fields())
		if (is_work_group_static(member->getType()))
			return true;
	return false;
}

/* Finds types that are or contain _Float16 or __fp16. Types of our headers have attributes. */
class Halves {
public:
	bool has(QualType type)
	{
		const Type *element = type->getBaseElementTypeUnsafe();

		if (const auto *vector = element->getAs<VectorType>())
			element = vector->getElementType().getTypePtr();
		else if (const auto *complex = element->getAs<ComplexType>())
			element = complex->getElementType().getTypePtr();
		if (element->isSpecificBuiltinType(BuiltinType::Half) || element->isSpecificBuiltinType(BuiltinType::Float16))
			return true;
		const CXXRecordDecl *record = element->getAsCXXRecordDecl();

		return record && record->hasDefinition() && !is_in_system_header(record) && has_inside(record->getDefinition());
	}

private:
	std::map<const CXXRecordDecl *, bool> known;

	bool has_inside(const CXXRecordDecl *record)
	{
		auto found = known.find(record);

		if (found != known.end())
			return found->second;
		bool yes = llvm::any_of(record->bases(), [this](const CXXBaseSpecifier &one) { return has(one.getType()); }) ||
			   llvm::any_of(record->fields(), [this](const FieldDecl *one) { return has(one->getType()); });

		known[record] = yes;
		return yes;
	}
};

/* Whether a class stores a function pointer with its own type, as std::function does, and not with a template argument
 * as type, as algorithms do, which the optimizer inlines. */
bool is_kept_pointer(const Expr *callee)
{
	const auto *member = dyn_cast<MemberExpr>(callee->IgnoreParenImpCasts());
	const auto *field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
	QualType type = field ? field->getType() : QualType();

	while (field && !isa<PointerType>(type.getTypePtr())) {
		QualType inner = type.getSingleStepDesugaredType(field->getASTContext());

		if (isa<SubstTemplateTypeParmType>(type.getTypePtr()) || inner == type)
			return false;
		type = inner;
	}
	return field;
}

/* Checks one function and collects its calls. */
class Body : public RecursiveASTVisitor<Body> {
public:
	Body(ASTContext &context, const Step &step, Halves &halves) : context(context), step(step), halves(halves) {}

	std::vector<Call> calls;
	std::vector<VarDecl *> statics; /* of other functions */
	bool uses_half = false;

	bool shouldVisitLambdaBody() const { return false; }
	bool shouldVisitImplicitCode() const { return true; }
	bool TraverseCXXRecordDecl(CXXRecordDecl *) { return true; }
	bool TraverseTypeLoc(TypeLoc) { return true; }
	bool TraverseDecltypeTypeLoc(DecltypeTypeLoc) { return true; }
	bool TraverseConstantExpr(ConstantExpr *) { return true; }
	bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
	bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }
	bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &) { return true; }
	bool TraverseIfStmt(IfStmt *branch)
	{
		if (!branch->isConstexpr())
			return RecursiveASTVisitor::TraverseIfStmt(branch);
		llvm::Optional<Stmt *> taken = branch->getNondiscardedCase(context);

		return !taken || !*taken || TraverseStmt(*taken);
	}
	bool TraverseVarDecl(VarDecl *variable)
	{
		VisitVarDecl(variable);
		return variable->isConstexpr() || !variable->getInit() || TraverseStmt(variable->getInit());
	}

	void look()
	{
		for (const ParmVarDecl *one : step.function->parameters()) {
			check_type(one->getType(), one->getLocation());
			add_destructor(one->getType(), one->getLocation());
		}
		check_type(step.function->getReturnType(), step.function->getLocation());
		if (const auto *constructor = dyn_cast<CXXConstructorDecl>(step.function))
			for (const CXXCtorInitializer *one : constructor->inits())
				TraverseStmt(one->getInit());
		if (const auto *destructor = dyn_cast<CXXDestructorDecl>(step.function))
			add_destructors_inside(destructor);
		TraverseStmt(step.function->getBody());
	}

	bool VisitExpr(Expr *expr)
	{
		check_type(expr->getType(), expr->getBeginLoc());
		return true;
	}
	bool VisitVarDecl(VarDecl *variable)
	{
		check_type(variable->getType(), variable->getLocation());
		if (variable->hasLocalStorage())
			add_destructor(variable->getType(), variable->getLocation());
		if (variable->isStaticLocal() && !is_allowed(variable))
			fail("static", variable->getLocation(), "a static variable in device code must be a constant");
		if (variable->hasLocalStorage() && !isa<ParmVarDecl>(variable) && is_work_group_static(variable->getType()))
			fail("work-group", variable->getLocation(),
			     "work-group memory must be declared static; this variable would belong to each work-item");
		return true;
	}
	/* Nodes that device code must not have. */
#define SYBIL_FORBID(Node, location, kind, text) \
	bool Visit##Node(Node *node) \
	{ \
		fail(kind, node->location(), text); \
		return true; \
	}
	SYBIL_FORBID(IndirectGotoStmt, getGotoLoc, "goto", "device code cannot use a computed goto")
	SYBIL_FORBID(CXXThrowExpr, getThrowLoc, "exceptions", "device code cannot use exceptions")
	SYBIL_FORBID(CXXTryStmt, getTryLoc, "exceptions", "device code cannot use exceptions")
	SYBIL_FORBID(CXXDynamicCastExpr, getOperatorLoc, "rtti", "device code cannot use run-time type information")
	SYBIL_FORBID(CXXTypeidExpr, getBeginLoc, "rtti", "device code cannot use run-time type information")
	SYBIL_FORBID(CXXDeleteExpr, getBeginLoc, "memory", "device code cannot free memory")
#undef SYBIL_FORBID
	bool VisitCallExpr(CallExpr *call)
	{
		FunctionDecl *callee = call->getDirectCallee() ? call->getDirectCallee() : constant_callee(call->getCallee());
		const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
		const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);

		if (isa<CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
			return true;
		if (!callee && context.getSourceManager().isInSystemHeader(call->getBeginLoc()) &&
		    !is_kept_pointer(call->getCallee()))
			return true; /* functions that headers pass on are inlined */
		if (!callee)
			fail("pointer", call->getBeginLoc(), "device code cannot call a function through a pointer");
		else if (method && method->isVirtual() && member && member->performsVirtualDispatch(context.getLangOpts()) &&
			 !method->hasAttr<FinalAttr>())
			fail("virtual", call->getExprLoc(), "device code cannot call a virtual function");
		else
			calls.push_back({ callee, call->getExprLoc() });
		return true;
	}
	bool VisitCXXConstructExpr(CXXConstructExpr *expr)
	{
		calls.push_back({ expr->getConstructor(), expr->getBeginLoc() });
		return true;
	}
	bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *expr)
	{
		add_destructor(expr->getType(), expr->getBeginLoc());
		return true;
	}
	bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *expr) { return TraverseStmt(expr->getExpr()); }
	bool VisitCXXNewExpr(CXXNewExpr *expr)
	{
		if (!expr->getOperatorNew() || !expr->getOperatorNew()->isReservedGlobalPlacementOperator())
			fail("memory", expr->getBeginLoc(), "device code cannot allocate memory");
		return true;
	}
	bool VisitDeclRefExpr(DeclRefExpr *expr)
	{
		auto *variable = dyn_cast<VarDecl>(expr->getDecl());
		auto *function = dyn_cast<FunctionDecl>(expr->getDecl());

		if (function && !function->getBuiltinID())
			calls.push_back({ function, expr->getBeginLoc(), false });
		if (variable && variable->isStaticLocal() && !is_own_static(variable))
			statics.push_back(variable);
		if (variable && variable->hasGlobalStorage() && !is_own_static(variable) && !is_allowed(variable) &&
		    !expr->isNonOdrUse())
			fail("variable", expr->getBeginLoc(),
			     "device code cannot use a global variable that is not a constant");
		return true;
	}

	void fail(const char *kind, SourceLocation at, StringRef text)
	{
		if (!reported.insert(kind).second)
			return;
		complain(context, at, text);
		for (const Step *one = &step; one->caller; one = one->caller)
			explain(context, one->at, one->calls ? "%0 is called by %1 here" : "%0 is used by %1 here")
				<< one->function << one->caller->function;
	}

private:
	ASTContext &context;
	const Step &step;
	Halves &halves;
	std::set<std::string> reported;

	/* The function that a constexpr variable points to: clang calls it directly. */
	FunctionDecl *constant_callee(const Expr *callee)
	{
		const auto *variable = dyn_cast_or_null<VarDecl>(callee->getReferencedDeclOfCallee());
		const APValue *value = variable && variable->isConstexpr() ? variable->evaluateValue() : nullptr;
		const ValueDecl *pointee = value && value->isLValue() ? value->getLValueBase().dyn_cast<const ValueDecl *>() : nullptr;
		const auto *method = dyn_cast_or_null<CXXMethodDecl>(pointee);

		if (method && method->isLambdaStaticInvoker())
			pointee = method->getParent()->getLambdaCallOperator();
		return const_cast<FunctionDecl *>(dyn_cast_or_null<FunctionDecl>(pointee));
	}

	/* Objects that go out of scope call their destructors without an expression. */
	void add_destructor(QualType type, SourceLocation at)
	{
		const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();

		if (record && record->hasDefinition() && !record->hasTrivialDestructor() && record->getDestructor())
			calls.push_back({ record->getDestructor(), at });
	}
	void add_destructors_inside(const CXXDestructorDecl *destructor)
	{
		for (const FieldDecl *one : destructor->getParent()->fields())
			add_destructor(one->getType(), destructor->getLocation());
		for (const CXXBaseSpecifier &one : destructor->getParent()->bases())
			add_destructor(one.getType(), destructor->getLocation());
	}

	/* These are reported at their declaration. */
	bool is_own_static(const VarDecl *variable) const
	{
		const auto *function = dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());

		return function && function->getCanonicalDecl() == step.function->getCanonicalDecl();
	}

	void check_type(QualType type, SourceLocation at)
	{
		const Type *element = type.isNull() ? nullptr : type->getBaseElementTypeUnsafe();

		if (element && (element->isSpecificBuiltinType(BuiltinType::LongDouble) ||
				element->isSpecificBuiltinType(BuiltinType::Float128)))
			fail("long double", at, "device code cannot use long double");
		uses_half = uses_half || (element && halves.has(type));
	}
};

class Walker {
public:
	explicit Walker(ASTContext &context) : context(context) {}

	std::vector<const FunctionDecl *> with_half;

	void walk(const Step &step)
	{
		Body body(context, step, halves);
		State &state = states[step.function->getCanonicalDecl()];

		state = State::OPEN;
		body.look();
		if (body.uses_half && !is_in_system_header(step.function))
			with_half.push_back(step.function);
		statics.insert(statics.end(), body.statics.begin(), body.statics.end());
		for (const Call &call : body.calls)
			follow(step, body, call);
		states[step.function->getCanonicalDecl()] = State::DONE;
	}
	bool is_new(const FunctionDecl *function) { return !states.count(function->getCanonicalDecl()); }

	/* The code generator emits a static variable together with its function, so everything else in a host function
	 * is removed. */
	void leave_statics() const
	{
		std::map<FunctionDecl *, std::vector<Stmt *>> bodies;

		for (VarDecl *one : std::set<VarDecl *>(statics.begin(), statics.end())) {
			auto *function = dyn_cast<FunctionDecl>(one->getDeclContext());

			if (function && !isa<CXXConstructorDecl>(function) && !states.count(function->getCanonicalDecl()))
				bodies[function].push_back(
					new (context) DeclStmt(DeclGroupRef(one), one->getBeginLoc(), one->getEndLoc()));
		}
		for (auto &[function, body] : bodies)
			function->setBody(CompoundStmt::Create(context, body, FPOptionsOverride(), function->getBeginLoc(),
							       function->getEndLoc()));
	}

private:
	enum class State { OPEN, DONE };
	ASTContext &context;
	Halves halves;
	std::vector<VarDecl *> statics;
	std::map<const FunctionDecl *, State> states;

	void follow(const Step &step, Body &body, const Call &call)
	{
		const FunctionDecl *callee = call.callee->getDefinition();

		if (!callee) {
			if (is_missing(call.callee, step.function))
				body.fail("undefined", call.at,
					  "device code calls '" + call.callee->getQualifiedNameAsString() +
						  "', which is neither defined here nor SYCL_EXTERNAL");
			return;
		}
		auto found = states.find(callee->getCanonicalDecl());

		if (found == states.end())
			walk({ callee, &step, call.at, call.calls });
		else if (found->second == State::OPEN && call.calls)
			body.fail("recursion", call.at, "device code cannot use recursion");
	}

	/* Functions of compilers and of our headers are defined elsewhere. */
	bool is_missing(const FunctionDecl *function, const FunctionDecl *caller)
	{
		if (unsigned id = function->getBuiltinID())
			return is_missing_builtin(id, caller);
		if (function->isImplicit() || function->isDefaulted())
			return false;
		for (const FunctionDecl *one : function->redecls())
			if (has_attribute(one, "sycl_external"))
				return false;
		if (is_in_system_header(function) && (!function->getIdentifier() || !function->isExternC()))
			return false;
		return !function->getIdentifier() ||
		       !(function->getName().startswith("__") || (function->isExternC() && has_device(function->getName())));
	}

	/* Whether a builtin remains a call of the C library, as __builtin_sinf does of sinf. The C++ library computes
	 * lengths of literals, which the optimiser knows. */
	bool is_missing_builtin(unsigned id, const FunctionDecl *caller)
	{
		StringRef name = context.BuiltinInfo.getName(id), prefix = "__builtin_";

		if (name.startswith(prefix)) {
			name = name.drop_front(prefix.size());
			id = context.Idents.get(name).getBuiltinID();
		}
		if (!id || !context.BuiltinInfo.isPredefinedLibFunction(id) || context.BuiltinInfo.isInStdNamespace(id))
			return false;
		if (is_in_system_header(caller) && (name.startswith("str") || name.startswith("mem") || name.startswith("wcs")))
			return false;
		if (context.getTargetInfo().getTriple().isNVPTX() && (name == "malloc" || name == "free"))
			return false; /* NVIDIA's driver has them */
		return !has_device(name);
	}

	/* Functions with instructions, and those that a pass maps to the device library. */
	static bool has_device(StringRef name)
	{
		static const char *const known[] = {
			"memcpy", "memmove", "memset", "mempcpy", "alloca", "printf", "ffs", "ffsl", "ffsll", "fabs", "floor",
			"ceil", "trunc", "rint", "nearbyint", "round", "roundeven", "copysign", "fmin", "fmax", "nan", "nans",
#define C_REAL(name, types) #name,
#define C_OUT(name, types) #name,
#define C_LIKE(name, device, types) #name,
#define C_LONG(name, device) #name,
#define C_ROUND(name, device) #name,
#define C_WHOLE(name, spirv, opencl, type) #name,
#define C_CODE(name, function) #name,
#include "../../src/ir/lower/c_library.def"
		};

		for (const char *one : known)
			if (name == one || (name.startswith(one) && name.drop_front(strlen(one)) == "f"))
				return true;
		return false;
	}
};

} // namespace

std::vector<const FunctionDecl *> check_device_code(ASTContext &context, llvm::ArrayRef<FunctionDecl *> roots)
{
	Walker walker(context);

	for (const FunctionDecl *root : roots)
		if (walker.is_new(root))
			walker.walk({ root, nullptr, SourceLocation(), true });
	walker.leave_statics();
	return walker.with_half;
}

} // namespace sybil
