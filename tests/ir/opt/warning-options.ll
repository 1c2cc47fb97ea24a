; -W with a name that does not exist is a warning, with the nearest one; it obeys -W itself.
; RUN: sybil opt %s -o %t -Waspect-not-decared -Wno-error=fixed-target -Wbanana -Wno-fixd-targets
; RUN: sybil opt %s -o %t -Wno-unknown-warning-option -Wbanana && echo quiet
; RUN: sybil opt %s -o %t -Wbanana -q && echo quiet too
; RUN: rm %t; sybil opt %s -o %t -Wbanana -Werror; echo exit $?; [ ! -e %t ] && echo no output
; RUN: sybil opt %s -o %t -Wbanana -Werror=unknown-warning-option; echo exit $?; [ ! -e %t ] && echo no output
; RUN: sybil opt %s -o %t -Wbanana -Werror -Wno-error=unknown-warning-option; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana -Wno-error=unknown-warning-option -Werror; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana -Werror -Wno-error; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana -Wno-everything -Werror; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana -Wno-unknown-warning-option -Wunknown-warning-option; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana --diagnostics-format=json; echo exit $?
; RUN: sybil opt %s -o %t -Wbanana --color=always 2>&1 | cat -v
; CHECK: sybil opt: warning: unknown warning option '-Waspect-not-decared'; did you mean '-Waspect-not-declared'? [-Wunknown-warning-option]
; CHECK-NEXT: warning: unknown warning option '-Wno-error=fixed-target'; did you mean '-Wno-error=fixed-targets'? [-Wunknown-warning-option]
; CHECK-NEXT: warning: unknown warning option '-Wbanana' [-Wunknown-warning-option]
; CHECK-NEXT: warning: unknown warning option '-Wno-fixd-targets'; did you mean '-Wno-fixed-targets'? [
; CHECK-NEXT: quiet
; CHECK-NEXT: quiet too
; CHECK-NEXT: exit 1
; CHECK-NEXT: no output
; CHECK-NEXT: error: unknown warning option '-Wbanana' [-Werror,-Wunknown-warning-option]
; CHECK-NEXT: exit 1
; CHECK-NEXT: no output
; CHECK-NEXT: error: unknown warning option '-Wbanana' [-Werror,-Wunknown-warning-option]
; CHECK-NEXT: exit 0
; CHECK-NEXT: warning: unknown warning option '-Wbanana' [-Wunknown-warning-option]
; CHECK-NEXT: exit 0
; CHECK-NEXT: warning: unknown warning option
; CHECK-NEXT: exit 0
; CHECK-NEXT: warning: unknown warning option
; CHECK-NEXT: exit 0
; CHECK-NEXT: exit 0
; CHECK-NEXT: warning: unknown warning option
; CHECK-NEXT: exit 0
; CHECK-NEXT: {"severity":"warning","check":"unknown-warning-option","file":null,"message":"unknown warning option '-Wbanana'","notes":[]}
; CHECK-NEXT: ^{{\[\[}}1msybil opt: ^{{\[\[}}0m^{{\[\[}}1;35mwarning:^{{\[\[}}0m unknown

@g = global i32 7
