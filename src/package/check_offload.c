/* package/check_offload.c */
