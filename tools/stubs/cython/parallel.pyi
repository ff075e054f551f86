from collections.abc import Iterable

def prange(
    count: int,
    *,
    nogil: bool = ...,
    schedule: str = ...,
    chunksize: int = ...,
    num_threads: int = ...,
) -> Iterable[int]: ...
