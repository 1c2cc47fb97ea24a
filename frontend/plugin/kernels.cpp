/* kernels.cpp — a kernel's entry point: a function with the calling convention and the parameters of kernels that calls
 * what the user wrote.
 *
 * Built as clang's own tree rather than as IR, because then clang lays out types, passes structures and converts address
 * spaces as it does everywhere, for each target. Of a free function the parameters are its own. Of an object (lambda,
 * functor) they are its members in order: plain data as it is, pointers as pointers to global memory; an object of a
 * class that is marked sycl_special_class has the parameters of its __init(). Classes with such objects inside are
 * taken apart, others are passed whole. The object is put together in private memory, by offsets, so that
 * access and constructors play no part. */
#include "plugin.h"

using namespace clang;

namespace sybil {
namespace {

/* Finds the overloads of a class's operator() that are called, by the headers' functions that take the object, too. If a header wraps
 * the user's object in that class, those of its members are found as well. */
class CalledOperators : public RecursiveASTVisitor<CalledOperators> {
public:
	std::vector<FunctionDecl *> found;

	explicit CalledOperators(const CXXRecordDecl *record) : record(record) {}
	bool VisitCallExpr(CallExpr *call)
	{
		FunctionDecl *function = call->getDirectCallee();
		auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
		bool is_operator = method && method->getOverloadedOperator() == OO_Call && is_meant(method->getParent());

		if (!function || !(is_operator || passes_it_on(function)))
			return true;
		FunctionDecl *definition = function->getDefinition();

		function = definition ? definition : function;
		if (!seen.insert(function).second)
			return true;
		if (is_operator)
			found.push_back(function);
		return !definition || TraverseStmt(definition->getBody());
	}

private:
	const CXXRecordDecl *record;
	llvm::SmallPtrSet<const FunctionDecl *, 8> seen;

	bool passes_it_on(const FunctionDecl *function) const
	{
		return function->getASTContext().getSourceManager().isInSystemHeader(function->getLocation()) &&
		       llvm::any_of(function->parameters(), [this](const ParmVarDecl *one) {
			       const CXXRecordDecl *taken = one->getType().getNonReferenceType()->getAsCXXRecordDecl();

			       return taken && is_meant(taken);
		       });
	}
	bool is_meant(const CXXRecordDecl *other) const
	{
		if (other->getCanonicalDecl() == record->getCanonicalDecl())
			return true;
		if (record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation()))
			for (const FieldDecl *member : record->fields())
				if (const CXXRecordDecl *inner = member->getType()->getAsCXXRecordDecl())
					if (inner->getCanonicalDecl() == other->getCanonicalDecl())
						return true;
		return false;
	}
};

class Entry {
public:
	Entry(CompilerInstance &compiler, Facts &facts, const Kernel &kernel)
		: compiler(compiler), facts(facts), context(compiler.getASTContext()), sema(compiler.getSema()),
		  kernel(kernel.function), free(kernel.free), at(kernel.function->getLocation())
	{
	}

	void make()
	{
		if (!is_sound())
			return;
		std::string name = free ? free_kernel_name(compiler, kernel) : object_kernel_name(compiler, kernel_type());
		auto [other, is_new] = facts.names.insert({ name, object_place() });

		if (!is_new) {
			fail(object_place(), "two kernels have the same name, " + name);
			explain(context, other->second, "the other one is here");
			return;
		}
		entry = FunctionDecl::Create(context, context.getTranslationUnitDecl(), at, at,
					     DeclarationName(&context.Idents.get(name)), function_type({}), nullptr, SC_None);
		entry->setImplicit();
		Sema::ContextRAII inside(sema, entry);
		sema.PushFunctionScope();
		sema.PushExpressionEvaluationContext(Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
		if (free)
			call_free();
		else
			call_with_object();
		sema.PopExpressionEvaluationContext();
		sema.PopFunctionScopeInfo();
		if (!failed)
			finish(name);
	}

private:
	CompilerInstance &compiler;
	Facts &facts;
	ASTContext &context;
	Sema &sema;
	FunctionDecl *kernel, *entry = nullptr;
	bool free, failed = false;
	SourceLocation at;
	std::vector<ParmVarDecl *> parameters;
	std::vector<Stmt *> body;
	std::vector<std::string> entry_facts;
	std::vector<Parameter> rows; /* of the integration header */

	void fail(SourceLocation where, StringRef text)
	{
		complain(context, where, text);
		failed = true;
	}

	/* ---- what it is ---- */

	bool is_sound()
	{
		const auto *method = dyn_cast<CXXMethodDecl>(kernel);

		if (!kernel->getReturnType()->isVoidType())
			fail(at, "a kernel must return void");
		if (kernel->isVariadic())
			fail(at, "a kernel must not be variadic");
		if (free && method)
			fail(at, "a free-function kernel must not be a member function");
		for (const ParmVarDecl *one : kernel->parameters())
			if (free && one->hasDefaultArg())
				fail(one->getLocation(), "a free-function kernel must not have default arguments");
		if (!free && method && !method->isStatic() && !method->isOverloadedOperator())
			fail(at, "a member function marked as a kernel must be static, or operator()");
		if (!free && !is_call_operator() && kernel->getNumParams() == 0)
			fail(at, "a function marked as a kernel must take the kernel's object as a parameter");
		return !failed;
	}

	/* Whether operator() of a wrapper class is the kernel, and the wrapper its object. */
	bool is_call_operator() const
	{
		const auto *method = dyn_cast<CXXMethodDecl>(kernel);

		return method && !method->isStatic() && method->getOverloadedOperator() == OO_Call;
	}

	QualType object_type() const
	{
		if (is_call_operator())
			return context.getRecordType(cast<CXXMethodDecl>(kernel)->getParent());
		return kernel->getParamDecl(0)->getType().getNonReferenceType().getUnqualifiedType();
	}

	/* The place of the user's code. */
	SourceLocation object_place() const
	{
		const CXXRecordDecl *record = free ? nullptr : object_type()->getAsCXXRecordDecl();

		return record ? record->getLocation() : at;
	}

	/* The type that names the kernel: the first template argument, or a wrapper's kernel_name or the wrapper
	 * itself. */
	QualType kernel_type() const
	{
		const TemplateArgumentList *arguments = kernel->getTemplateSpecializationArgs();

		if (is_call_operator()) {
			for (const Decl *one : cast<CXXMethodDecl>(kernel)->getParent()->decls())
				if (const auto *alias = dyn_cast<TypedefNameDecl>(one))
					if (alias->getName() == "kernel_name")
						return alias->getUnderlyingType().getCanonicalType();
			return object_type();
		}
		if (arguments && arguments->size() && (*arguments)[0].getKind() == TemplateArgument::Type)
			return (*arguments)[0].getAsType().getCanonicalType();
		return object_type();
	}

	QualType function_type(llvm::ArrayRef<QualType> types) const
	{
		FunctionProtoType::ExtProtoInfo info;

		info.ExtInfo = info.ExtInfo.withCallingConv(CC_OpenCLKernel);
		return context.getFunctionType(context.VoidTy, types, info);
	}

	/* ---- expressions ---- */

	Expr *reference(VarDecl *variable)
	{
		return sema.BuildDeclRefExpr(variable, variable->getType().getNonReferenceType(), VK_LValue, at);
	}

	Expr *address(Expr *expr)
	{
		return UnaryOperator::Create(context, expr, UO_AddrOf, context.getPointerType(expr->getType()), VK_PRValue,
					     OK_Ordinary, at, false, FPOptionsOverride());
	}

	Expr *converted(Expr *expr, QualType type, CastKind kind)
	{
		return ImplicitCastExpr::Create(context, type, kind, expr, nullptr, VK_PRValue, FPOptionsOverride());
	}

	/* The part of an object with a type at an offset. */
	Expr *part(VarDecl *object, QualType type, CharUnits offset)
	{
		QualType bytes = context.getPointerType(context.CharTy);
		llvm::APInt number(context.getTypeSize(context.getSizeType()), offset.getQuantity());
		Expr *pointer = address(reference(object));

		if (!offset.isZero()) {
			pointer = converted(pointer, bytes, CK_BitCast);
			pointer = BinaryOperator::Create(context, pointer,
							 IntegerLiteral::Create(context, number, context.getSizeType(), at),
							 BO_Add, bytes, VK_PRValue, OK_Ordinary, at, FPOptionsOverride());
		}
		pointer = converted(pointer, context.getPointerType(type), CK_BitCast);
		return UnaryOperator::Create(context, pointer, UO_Deref, type, VK_LValue, OK_Ordinary, at, false,
					     FPOptionsOverride());
	}

	VarDecl *local(QualType type, StringRef name)
	{
		VarDecl *variable = VarDecl::Create(context, entry, at, at, &context.Idents.get(name), type,
						    context.getTrivialTypeSourceInfo(type), SC_None);

		variable->setImplicit();
		entry->addDecl(variable);
		body.push_back(new (context) DeclStmt(DeclGroupRef(variable), at, at));
		return variable;
	}

	void call(Expr *callee, llvm::MutableArrayRef<Expr *> arguments)
	{
		ExprResult result = sema.BuildCallExpr(nullptr, callee, at, arguments, at);

		if (result.isUsable())
			result = sema.ActOnFinishFullExpr(result.get(), at, true);
		if (result.isInvalid())
			failed = true;
		else
			body.push_back(result.get());
	}

	Expr *method_of(Expr *object, CXXMethodDecl *method)
	{
		sema.MarkFunctionReferenced(at, method);
		return MemberExpr::Create(context, object, false, at, NestedNameSpecifierLoc(), SourceLocation(), method,
					  DeclAccessPair::make(method, AS_public),
					  DeclarationNameInfo(method->getDeclName(), at), nullptr, context.BoundMemberTy,
					  VK_PRValue, OK_Ordinary, NOUR_None);
	}

	/* ---- parameters ---- */

	/* The type of the kernel's parameter for a value; null, with a message, when it is invalid. */
	QualType parameter_type(QualType type, SourceLocation where)
	{
		type = type.getUnqualifiedType();
		if (const auto *pointer = type->getAs<PointerType>()) {
			QualType pointee = pointer->getPointeeType();

			if (pointee->isFunctionType()) {
				fail(where, "a function pointer cannot be a kernel argument");
				return QualType();
			}
			if (!pointee.hasAddressSpace())
				pointee = context.getAddrSpaceQualType(pointee, LangAS::sycl_global);
			return context.getPointerType(pointee);
		}
		if (type->isReferenceType())
			fail(where, "a reference cannot be a kernel argument");
		else if (type->isMemberPointerType())
			fail(where, "a pointer to a member cannot be a kernel argument");
		else if (type->isIncompleteType())
			fail(where, "a kernel argument must have a complete type");
		else if (!is_copied(type))
			fail(where, "a kernel argument must be trivially copyable: its copy and move constructors and its "
			     "destructor must be trivial");
		else
			return type->isBooleanType() ? context.UnsignedCharTy : type;
		return QualType();
	}

	/* Whether the bytes of an object can be copied. Programs may declare this for classes (sycl::is_device_copyable), and
	 * std::tuple is such a class. A class without a copy constructor of its own, such as a lambda, can have them as members. */
	bool is_copied(QualType type)
	{
		const CXXRecordDecl *record = class_of(type);

		if (!record || is_copyable(record))
			return true;
		if (!facts.integration.is_wanted())
			return false;
		if (is_device_copyable(sema, context.getBaseElementType(type), at))
			return true;
		if (record->isPolymorphic() || has_own_copy(record))
			return false;
		return llvm::all_of(record->bases(), [this](const CXXBaseSpecifier &one) { return is_copied(one.getType()); }) &&
		       llvm::all_of(record->fields(), [this](const FieldDecl *one) { return is_copied(one->getType()); });
	}

	static bool has_own_copy(const CXXRecordDecl *record)
	{
		const CXXDestructorDecl *destructor = record->getDestructor();

		for (const CXXConstructorDecl *constructor : record->ctors())
			if (constructor->isCopyOrMoveConstructor() && constructor->isUserProvided())
				return true;
		return destructor && destructor->isUserProvided();
	}

	static bool is_copyable(const CXXRecordDecl *record)
	{
		return !record->hasNonTrivialCopyConstructor() && !record->hasNonTrivialMoveConstructor() &&
		       record->hasTrivialDestructor() && !record->isPolymorphic();
	}

	ParmVarDecl *parameter(QualType type, StringRef name, SourceLocation where, const std::vector<Property> &properties)
	{
		type = parameter_type(type, where);
		if (type.isNull())
			return nullptr;
		IdentifierInfo &identifier = context.Idents.get("_arg_" + name.str());
		ParmVarDecl *one = ParmVarDecl::Create(context, entry, at, at, &identifier, type,
						       context.getTrivialTypeSourceInfo(type), SC_None, nullptr);

		for (const Property &property : properties)
			entry_facts.push_back(fact("parameter",
					    { std::to_string(parameters.size()), property.name, property.value }));
		one->setScopeInfo(0, static_cast<unsigned>(parameters.size()));
		one->setImplicit();
		one->setIsUsed();
		parameters.push_back(one);
		return one;
	}

	void add_properties(const Decl *decl, std::vector<Property> &properties)
	{
		for (const Attribute &attribute : attributes_of(decl))
			if (attribute.name == "add_ir_kernel_parameter_attributes" ||
			    attribute.name == "add_ir_attributes_kernel_parameter")
				for (const Property &property : read_properties(context, attribute))
					properties.push_back(property);
	}

	/* The properties of a type, of the object around it, and of the declaration of a parameter. */
	std::vector<Property> properties_of(QualType type, const std::vector<Property> &outer, const Decl *decl)
	{
		std::vector<Property> properties = outer;

		if (const CXXRecordDecl *record = class_of(type))
			add_properties(record, properties);
		if (decl)
			add_properties(decl, properties);
		return properties;
	}

	/* Whether a class is taken apart: one that has an object of a special class, or a member that no kernel argument
	 * may have and that is reported where it is declared. Classes with other pointers are passed whole, as in DPC++,
	 * except in wrappers, whose member is the kernel's object. */
	bool is_taken_apart(QualType type) const
	{
		const CXXRecordDecl *record = class_of(type);

		if (type->getBaseElementTypeUnsafe()->isPointerType())
			return type->isArrayType() && is_split(type->getBaseElementTypeUnsafe());
		if (!record || !record->hasDefinition() || record->isUnion())
			return false;
		if (is_special(context.getBaseElementType(type)))
			return true;
		for (const CXXBaseSpecifier &base : record->bases())
			if (is_taken_apart(base.getType()))
				return true;
		for (const FieldDecl *member : record->fields())
			if (is_taken_apart(member->getType()) || is_split(member->getType().getTypePtr()))
				return true;
		return false;
	}

	static bool is_special(QualType type)
	{
		const CXXRecordDecl *record = type->getAsCXXRecordDecl();

		return record && record->hasAttr<SYCLSpecialClassAttr>();
	}

	bool is_split(const Type *type) const
	{
		return type->isReferenceType() || type->isFunctionPointerType() || (is_call_operator() && type->isPointerType());
	}

	struct Place {
		VarDecl *object;
		CharUnits offset;
		std::string name;
		SourceLocation where;
	};

	void fill(QualType type, const Place &place, const std::vector<Property> &outer)
	{
		std::vector<Property> properties = properties_of(type, outer, nullptr);
		CXXRecordDecl *record = type->getAsCXXRecordDecl();

		if (!is_taken_apart(type))
			fill_whole(type, place, properties);
		else if (is_special(type))
			fill_special(record, type, place, properties);
		else if (record)
			fill_members(record, place, properties);
		else
			fill_elements(type, place, properties);
	}

	/* A class with the array as its only member, because functions cannot have array parameters. */
	QualType wrapped(QualType array, CharUnits align = CharUnits::Zero())
	{
		RecordDecl *record = context.buildImplicitRecord("__sybil_array");
		Qualifiers dropped;

		array = context.getUnqualifiedArrayType(array, dropped);
		record->startDefinition();
		FieldDecl *member = FieldDecl::Create(context, record, at, at, &context.Idents.get("elements"), array,
						      context.getTrivialTypeSourceInfo(array), nullptr, false, ICIS_NoInit);

		member->setAccess(AS_public);
		record->addDecl(member);
		if (!align.isZero()) {
			llvm::APInt number(32, align.getQuantity());

			record->addAttr(AlignedAttr::CreateImplicit(
				context, true, IntegerLiteral::Create(context, number, context.IntTy, at)));
		}
		record->completeDefinition();
		return context.getRecordType(record);
	}

	/* A class with as many bytes, which are copied without constructors. */
	QualType bytes_of(QualType type)
	{
		llvm::APInt size(64, context.getTypeSizeInChars(type).getQuantity());
		QualType bytes = context.getConstantArrayType(context.UnsignedCharTy, size, nullptr, ArrayType::Normal, 0);

		return wrapped(bytes, context.getTypeAlignInChars(type));
	}

	void fill_whole(QualType type, const Place &place, const std::vector<Property> &properties)
	{
		if (type->isArrayType()) {
			if (parameter_type(type, place.where).isNull())
				return;
			type = wrapped(type);
		} else if (const CXXRecordDecl *record = class_of(type); record && !is_copyable(record)) {
			if (parameter_type(type, place.where).isNull())
				return;
			type = bytes_of(type);
		}
		ParmVarDecl *value = parameter(type, place.name, place.where, properties);

		if (!value)
			return;
		type = type.getUnqualifiedType();
		rows.push_back(plain_parameter(context, type, place.offset));
		Expr *target = part(place.object, type, place.offset);
		Expr *source = converted(reference(value), value->getType(), CK_LValueToRValue);

		if (type->isPointerType())
			source = sema.ImpCastExprToType(source, type, CK_AddressSpaceConversion).get();
		else if (type->isBooleanType())
			source = sema.ImpCastExprToType(source, type, CK_IntegralToBoolean).get();
		if (type->isPointerType() && value->getType() == type)
			source = converted(reference(value), type, CK_LValueToRValue);
		body.push_back(BinaryOperator::Create(context, target, source, BO_Assign, type, VK_LValue, OK_Ordinary, at,
						      FPOptionsOverride()));
	}

	void fill_members(CXXRecordDecl *record, const Place &place, const std::vector<Property> &outer)
	{
		const ASTRecordLayout &layout = context.getASTRecordLayout(record);

		if (record->getNumVBases() || record->isPolymorphic()) {
			fail(place.where, "an object with virtual functions or bases cannot be a kernel argument");
			return;
		}
		for (const CXXBaseSpecifier &base : record->bases()) {
			CharUnits offset = layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl());

			if (!base.getType()->getAsCXXRecordDecl()->isEmpty())
				fill(base.getType(), { place.object, place.offset + offset, place.name, place.where }, outer);
		}
		for (FieldDecl *member : record->fields()) {
			CharUnits offset = context.toCharUnitsFromBits(layout.getFieldOffset(member->getFieldIndex()));

			if (member->isBitField())
				fail(member->getLocation(), "a bit-field cannot be a kernel argument");
			else if (!is_empty(member))
				fill(member->getType(),
				     { place.object, place.offset + offset, name_of(member), member->getLocation() }, outer);
		}
	}

	static bool is_empty(const FieldDecl *member)
	{
		const CXXRecordDecl *record = member->getType()->getAsCXXRecordDecl();

		return record && record->isEmpty();
	}

	/* Captures have the names of their variables. */
	static std::string name_of(const FieldDecl *member)
	{
		const auto *record = dyn_cast<CXXRecordDecl>(member->getParent());

		if (record && record->isLambda())
			for (const auto &[variable, field] : captures_of(record))
				if (field == member)
					return variable->getName().str();
		return member->getName().str();
	}

	static llvm::DenseMap<const VarDecl *, FieldDecl *> captures_of(const CXXRecordDecl *lambda)
	{
		llvm::DenseMap<const VarDecl *, FieldDecl *> captures;
		FieldDecl *self = nullptr;

		lambda->getCaptureFields(captures, self);
		return captures;
	}

	void fill_elements(QualType type, const Place &place, const std::vector<Property> &outer)
	{
		const ConstantArrayType *array = context.getAsConstantArrayType(type);

		if (!array) {
			fail(place.where, "an array in a kernel's object must have a fixed size");
			return;
		}
		CharUnits size = context.getTypeSizeInChars(array->getElementType());

		for (uint64_t i = 0; i < array->getSize().getZExtValue() && !failed; i++)
			fill(array->getElementType(),
			     { place.object, place.offset + size * static_cast<int64_t>(i),
			       place.name + "_" + std::to_string(i), place.where },
			     outer);
	}

	static CXXMethodDecl *method_named(CXXRecordDecl *record, StringRef name)
	{
		for (CXXMethodDecl *method : record->methods())
			if (method->getIdentifier() && method->getName() == name)
				return method;
		return nullptr;
	}

	static CXXMethodDecl *init_of(CXXRecordDecl *record)
	{
		if (CXXMethodDecl *method = method_named(record, "__init"))
			return method;
		for (const CXXBaseSpecifier &base : record->bases())
			if (CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl())
				if (CXXMethodDecl *method = init_of(parent))
					return method;
		return nullptr;
	}

	/* Zero the object, because __init() may not set all members. */
	void clear(const Place &place, QualType type)
	{
		Expr *target = part(place.object, type, place.offset);
		Expr *zero = new (context) ImplicitValueInitExpr(type);

		body.push_back(BinaryOperator::Create(context, target, zero, BO_Assign, type, VK_LValue, OK_Ordinary, at,
						      FPOptionsOverride()));
	}

	void fill_special(CXXRecordDecl *record, QualType type, const Place &place, const std::vector<Property> &properties)
	{
		CXXMethodDecl *method = init_of(record);
		std::vector<Expr *> arguments;

		type = type.getUnqualifiedType();
		if (!method && record->isEmpty())
			return; /* nothing to pass */
		if (!method) {
			fail(place.where, "a class marked sycl_special_class must have a member function __init");
			return;
		}
		clear(place, type);
		add_row(record, method, place);
		for (ParmVarDecl *one : method->parameters()) {
			std::vector<Property> all = properties_of(one->getType(), properties, one);
			ParmVarDecl *value = parameter(one->getType(), place.name, place.where, all);

			if (!value)
				return;
			arguments.push_back(reference(value));
		}
		call(method_of(part(place.object, type, place.offset), method), arguments);
	}

	/* Classes that the runtime does not know have one parameter, which it copies from the object. */
	void add_row(CXXRecordDecl *record, CXXMethodDecl *method, const Place &place)
	{
		std::optional<Parameter> known = special_parameter(context, record, place.offset);

		if (known)
			rows.push_back(*known);
		else if (method->getNumParams() == 1)
			rows.push_back(plain_parameter(context, method->getParamDecl(0)->getType(), place.offset));
		else if (facts.integration.is_wanted() && method->getNumParams())
			fail(place.where, "an object of this class cannot be a kernel argument of a program");
	}

	/* ---- the two kinds ---- */

	void call_free()
	{
		std::vector<Expr *> arguments;

		for (ParmVarDecl *one : kernel->parameters()) {
			std::vector<Property> properties = properties_of(one->getType(), {}, one);

			if (is_taken_apart(one->getType())) {
				if (facts.integration.is_wanted() && !is_special(one->getType()))
					fail(one->getLocation(), "a free-function kernel of a program cannot take an object with "
								 "an accessor or a similar object inside; pass that object as a parameter of its own");
				VarDecl *object = local(one->getType().getUnqualifiedType(), one->getName());

				fill(object->getType(),
				     { object, CharUnits::Zero(), one->getName().str(), one->getLocation() }, {});
				arguments.push_back(reference(object));
			} else if (ParmVarDecl *value =
					   parameter(one->getType(), one->getName(), one->getLocation(), properties)) {
				arguments.push_back(reference(value));
			}
		}
		for (const std::string &one : facts.of_function(context, kernel))
			entry_facts.push_back(one);
		if (!failed)
			call(reference_to(kernel), arguments);
	}

	Expr *reference_to(FunctionDecl *function)
	{
		sema.MarkFunctionReferenced(at, function);
		return sema.BuildDeclRefExpr(function, function->getType(), VK_LValue, at);
	}

	void call_with_object()
	{
		QualType type = object_type();
		CXXRecordDecl *record = type->getAsCXXRecordDecl();
		std::vector<Expr *> arguments;

		if (!record || !record->hasDefinition()) {
			fail(at, "the object of a kernel must have a class type");
			return;
		}
		VarDecl *object = local(type, "kernel");

		fill_members(record, { object, CharUnits::Zero(), "", record->getLocation() }, {});
		collect_facts(record);
		if (failed)
			return;
		if (is_call_operator()) {
			call(method_of(reference(object), cast<CXXMethodDecl>(kernel)), arguments);
			return;
		}
		arguments.push_back(reference(object));
		for (ParmVarDecl *one : kernel->parameters().drop_front()) {
			VarDecl *extra = local(one->getType().getNonReferenceType().getUnqualifiedType(), "extra");

			if (is_taken_apart(extra->getType()))
				fill(extra->getType(), { extra, CharUnits::Zero(), one->getName().str(), at }, {});
			else
				sema.ActOnUninitializedDecl(extra);
			if (facts.integration.constants_in_buffer)
				pass_constants(extra);
			arguments.push_back(reference(extra));
		}
		call(reference_to(kernel), arguments);
	}

	/* Native code reads specialization constants from a buffer, whose address the kernel_handler has. */
	void pass_constants(VarDecl *handler)
	{
		CXXRecordDecl *record = handler->getType()->getAsCXXRecordDecl();
		CXXMethodDecl *init = record ? method_named(record, "__init_specialization_constants_buffer") : nullptr;
		ParmVarDecl *buffer =
			init && init->getNumParams() == 1 ?
				parameter(init->getParamDecl(0)->getType(), "_specialization_constants_buffer", at, {}) :
				nullptr;

		if (!buffer)
			return;
		std::vector<Expr *> arguments = { reference(buffer) };

		rows.push_back({ "specialization_constants_buffer",
				 context.getTypeSizeInChars(buffer->getType()).getQuantity(), 0 });
		call(method_of(reference(handler), init), arguments);
	}

	/* Collect the facts about the kernel function and the object's operator() that it calls. */
	void collect_facts(CXXRecordDecl *record)
	{
		std::vector<FunctionDecl *> functions = { kernel };
		CalledOperators called(record);

		called.TraverseStmt(kernel->getBody());
		for (FunctionDecl *one : called.found)
			if (one != kernel)
				functions.push_back(one);
		facts.claims.compare(context, functions);
		for (FunctionDecl *function : functions)
			for (const std::string &one : facts.of_function(context, function))
				entry_facts.push_back(one);
	}

	/* Whether other translation units can have the same kernel. */
	bool is_shared() const { return !free || kernel->isTemplateInstantiation() || kernel->isInlined(); }

	void finish(const std::string &name)
	{
		std::vector<QualType> types;

		for (ParmVarDecl *one : parameters)
			types.push_back(one->getType());
		entry->setType(function_type(types));
		entry->setParams(parameters);
		entry->setBody(CompoundStmt::Create(context, body, FPOptionsOverride(), at, at));
		entry->addAttr(OpenCLKernelAttr::CreateImplicit(context));
		entry->addAttr(AsmLabelAttr::CreateImplicit(context, name, false));
		entry_facts.push_back(fact("kernel", { is_shared() ? "shared" : "own" }));
		if (!free && facts.integration.is_wanted())
			facts.integration.add_kernel(kernel_type(), name, rows, object_type(), object_place());
		if (free && facts.integration.is_wanted())
			facts.integration.add_free_function(name, kernel->getNumParams(), at);
		for (const std::string &one : entry_facts)
			annotate(context, entry, one);
		context.getTranslationUnitDecl()->addDecl(entry);
		compiler.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(entry));
	}
};

} // namespace

void make_entry_point(CompilerInstance &compiler, Facts &facts, const Kernel &kernel)
{
	Entry(compiler, facts, kernel).make();
}

} // namespace sybil
