# What cannot be tested does not pass, unless that is allowed.
. "$SRC/tests/cli/zebin/_text"
ze_old | sed 's/index:           2/index:           1/' > old
sybil check old --fail-if 'both:spill>0' --fail-if 'code>0'; echo "exit $?"
sybil check old --fail-if 'both:spill>64K' --fail-if 'both:private<0'; echo "exit $?"
sybil check old --fail-if 'both:spill>=0'; echo "exit $?"
sybil check old --allow-unknown --fail-if 'both:spill>0'; echo "exit $?"
sybil check -q old --strict --allow-unknown --fail-if 'both:spill>0'; echo "exit $?"
sybil check old --allow-unknown --fail-if 'nobody:spill>0'; echo "exit $?"
sybil check old --fail-if 'spill_private_size>60000'; echo "exit $?"
sybil check old --fail-if 'slm_alloc_mode==1'; echo "exit $?"
sybil check old --fail-if 'thread_scheduling_mode==round_robin'; echo "exit $?"
sybil check old --fail-if 'nobody*:spill>0'; echo "exit $?"
sybil check old --allow-no-kernel --fail-if 'nobody*:spill>0'; echo "exit $?"
printf '[A]\nb=1|1\n' > p
sybil check p --fail-if 'spill>0'; echo "exit $?"
sybil check p --allow-no-kernel --fail-if 'spill>0'; echo "exit $?"
sybil check p --allow-no-kernel --fail-if 'x:slm>64Q'; echo "exit $?"
sybil check old --allow-no-kernel --fail-if 'nobody:has_dpas==2'; echo "exit $?"
