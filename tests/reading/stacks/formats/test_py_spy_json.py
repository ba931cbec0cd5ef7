"""py-spy dump --json, as its version 0.4 prints it, whole and cut off."""

import json

from tests.reading.stacks.reading import functions, stacks


def thread(pid, name, *frames):
    own = [
        {"name": function, "filename": file, "module": None, "short_filename": file[-9:], "line": line, "locals": []}
        for function, file, line in frames
    ]
    told = {"pid": pid, "thread_id": 140654867665536, "thread_name": name, "os_thread_id": pid, "active": False}
    info = {"pid": pid, "command_line": "python train.py", "parent": None}
    return told | {"owns_gil": False, "frames": own, "process_info": info}


MAIN = thread(
    812, "MainThread", ("all_reduce", "torch/distributed/distributed_c10d.py", 3252), ("step", "/w/train.py", 7)
)
SIDE = thread(812, None, ("wait", "threading.py", 331))
CHILD = thread(813, "MainThread", ("recv", "multiprocessing/connection.py", 250), ("loop", "/w/train.py", 9))


def test_threads_of_one_process():
    main, side = stacks(json.dumps([MAIN, SIDE], indent=2))

    assert (main.process, main.thread, functions(main)) == ("812", "MainThread", ["all_reduce", "step"])
    assert (side.process, side.thread, side.frames[0].line) == ("812", "812", 331)


def test_children_are_processes_of_their_own():
    assert [stack.process for stack in stacks(json.dumps([MAIN, SIDE, CHILD], indent=2))] == ["812", "812", "813"]


def test_on_one_line():
    assert [functions(stack)[0] for stack in stacks(json.dumps([MAIN, SIDE]))] == ["all_reduce", "wait"]


def test_cut_off_behind_a_frame():
    text = json.dumps([MAIN], indent=2)
    (stack,) = stacks(text[: text.index('"step"')])

    assert functions(stack) == ["all_reduce"]


def test_another_programs_json():
    assert stacks('{\n  "pid": 812,\n  "name": "x"\n}\n') == []
