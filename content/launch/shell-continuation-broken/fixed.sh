# No space after any backslash.
echo 'import os; print("ranks", os.environ["WORLD_SIZE"])' > train.py
"$PYTHON" -m torch.distributed.run --nnodes=1 \
    --nproc-per-node=2 \
    --master-port=$PORT \
    train.py
