# The scheduler's mask is handed on under the name that Ray reads.
export ROCR_VISIBLE_DEVICES=0
export HIP_VISIBLE_DEVICES="${HIP_VISIBLE_DEVICES:-$ROCR_VISIBLE_DEVICES}"
unset ROCR_VISIBLE_DEVICES CUDA_VISIBLE_DEVICES
"$PYTHON" -c 'import ray; ray.init(num_cpus=1); print("resources of this node:", sorted(ray.cluster_resources()))'
