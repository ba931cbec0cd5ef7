# The same report carries the error, because the worker records it.
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

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" --log-dir logs --redirects 3 train.py 2>&1 |
  tee report.txt
status=${PIPESTATUS[0]}
named=$(grep -c "No such file or directory: 'shard-1.txt'" report.txt)
echo "MEASURED lines of the report that name the error = $named"
exit "$status"
