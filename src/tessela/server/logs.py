"""What the server says about itself: one JSON object a line, on standard error. No names, cookies, links or moves."""

import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from tessela.server.tracing import trace_id


def set_up_logs(level: int = logging.INFO) -> None:
    """Send everything that is logged to standard error as JSON."""
    shared = [
        structlog.contextvars.merge_contextvars,  # which request, or which socket at which table
        with_trace,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],  # type: ignore[list-item]
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()],
        foreign_pre_chain=shared,  # type: ignore[arg-type]
    )
    handler.setFormatter(formatter)
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler], force=True)


def with_trace(logger: object, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A line with the trace that it belongs to, where there is one."""
    if (trace := trace_id()) is not None:
        event["trace"] = trace
    return event
