# The scheduler's plugin has set its mask, and Ray is started under it.
export ROCR_VISIBLE_DEVICES=0
"$PYTHON" -c 'import ray; ray.init(num_cpus=1); print("resources of this node:", sorted(ray.cluster_resources()))'
