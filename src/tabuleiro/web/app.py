"""The FastAPI app: its services, middleware and routes."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from importlib import metadata

from fastapi import FastAPI

from tabuleiro.web.api import editor, games, imports, positions, studies
from tabuleiro.web.http import monitoring
from tabuleiro.web.http.addresses import BlockList
from tabuleiro.web.http.errors import install_errors
from tabuleiro.web.http.middleware import SecurityMiddleware, rates_of
from tabuleiro.web.http.monitoring import Metrics
from tabuleiro.web.http.rate_limits import RateLimiter
from tabuleiro.web.pages.routes import install as install_pages
from tabuleiro.web.services import MakePool, Services, make_pool
from tabuleiro.web.settings import ServerSettings


def make_app(settings: ServerSettings, make: MakePool = make_pool) -> FastAPI:
    """The app of a server; it starts and stops all services."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with ExitStack() as stack:
            app.state.services = services = Services(settings, make, stack)
            services.jobs.blocked = app.state.blocked
            yield

    app = FastAPI(
        title="Tabuleiro",
        version=metadata.version("tabuleiro"),
        lifespan=lifespan,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # its page needs scripts of other sites
        redoc_url=None,
        redirect_slashes=False,  # a redirect would repeat a path with a secret, without HTTPS
    )
    app.state.settings = settings
    app.state.alone = False  # whether its only visitor has it in a browser, without a server
    app.state.limiter = RateLimiter(rates_of(settings))
    app.state.metrics = Metrics()
    app.state.blocked = BlockList()
    app.add_middleware(
        SecurityMiddleware,
        settings=settings,
        limiter=app.state.limiter,
        blocked=app.state.blocked,
        count_request=app.state.metrics.count_request,
    )
    install_errors(app)
    for api in (games, positions, editor, imports, studies, monitoring):
        app.include_router(api.router)
    install_pages(app)
    return app
