"""A class on one server: how long each waits, what goes wrong, what the server needs for it."""

from __future__ import annotations

import argparse
import asyncio
import time

from benchmarks.app_under_test import running_app
from benchmarks.server_watch import memory_mb, processor_seconds, sample_memory
from benchmarks.visitors import ClassPlan, Diary, visit

def quantile(v, p):
    v = sorted(v)
    return v[min(len(v) - 1, int(p * len(v)))] if v else float("nan")

async def run(url, pid, plan):
    diary = Diary(); samples = []
    before, cpu, own = memory_mb(pid), processor_seconds(pid), time.process_time()
    start = time.perf_counter()
    watch = asyncio.create_task(sample_memory(pid, samples, 1))
    await visit(url, plan, diary)
    watch.cancel()
    wall = time.perf_counter() - start
    n = len(diary.first) + len(diary.later) + diary.left
    print(plan)
    for name in ("first", "later"):
        v = getattr(diary, name)
        print(f"  {name} n={len(v)} p50 {quantile(v,.5):.3f} p95 {quantile(v,.95):.3f} max {max(v or [0]):.3f}")
    print(f"  left {diary.left} bytes {diary.bytes/1e6:.1f} MB, rss {before:.0f} -> {memory_mb(pid):.0f}, highest {max(m for _, m in samples):.0f}; server cpu {(processor_seconds(pid)-cpu)/n*1000:.0f} ms a question; client cpu {(time.process_time()-own)/wall*100:.0f} % = {(time.process_time()-own)/n*1000:.1f} ms a question, kept {len(diary.kept)}")
    for kind, c in diary.troubles.most_common(): print("  ", c, kind, diary.examples[kind][:300])
    if plan.page == "mix": print("  ", len(diary.seen), "views")

p = argparse.ArgumentParser()
p.add_argument("--page", default="attention"); p.add_argument("--visitors", type=int, default=50); p.add_argument("--seconds", type=float, default=30); p.add_argument("--gap", type=float, default=10)
p.add_argument("--equal", type=float, default=.2); p.add_argument("--leave", type=float, default=.1); p.add_argument("--tokens", type=int)
a = p.parse_args()
with running_app() as app:
    app.wait_until_healthy()
    asyncio.run(run(app.url, app.process.pid, ClassPlan(page=a.page, visitors=1, seconds=1, leave=0, run="warm")))
    asyncio.run(run(app.url, app.process.pid, ClassPlan(**vars(a), run=str(time.time()))))
