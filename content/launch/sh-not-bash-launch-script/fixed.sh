# A launch script that draws its port with $RANDOM is started with bash.
set -e
echo 'import os; print("ranks", os.environ["WORLD_SIZE"])' > train.py
echo '"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master_port $RANDOM train.py' > run.sh
bash run.sh
