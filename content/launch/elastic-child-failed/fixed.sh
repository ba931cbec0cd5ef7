# torchrun's report carries the error, because the worker records it.
echo 1 2 3 > shard-0.txt  # nobody prepared shard 1
cat > train.py <<'END'
import os

from torch.distributed.elastic.multiprocessing.errors import record


@record
def main():
    with open(f"shard-{os.environ['RANK']}.txt") as shard:
        print("read", shard.read())


main()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py 2>&1 | tee job.log
status=${PIPESTATUS[0]}
named=$(sed -n '/train.py FAILED/,$p' job.log | grep -c "No such file or directory: 'shard-1.txt'")
echo "MEASURED errors named in the report = $named"
exit "$status"
