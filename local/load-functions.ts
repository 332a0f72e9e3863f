import type { ApiGatewayHandler } from '#functions/platform/requests/pipeline.ts';
import type { StreamingFunction } from '#functions/platform/requests/streamed-answer.ts';
import type { CallKind } from '#shared/http/contract.ts';
import type { JobStep } from '#shared/jobs.ts';
import { type Domain, lambdaSourcePath } from '#shared/product.ts';

/** The handler's type, by kind of function. */
interface HandlerOf {
  api: ApiGatewayHandler;
  documents: ApiGatewayHandler;
  streams: StreamingFunction;
  jobs: (step: JobStep) => Promise<JobStep>;
}

/** Loads a domain's function of that kind, once a process: as the source, or as the bundle that is deployed. */
export type LoadFunction = <K extends CallKind | 'jobs'>(domain: Domain, kind: K) => Promise<{ handler: HandlerOf[K] }>;

export const loadFromSources: LoadFunction = (domain, kind) => import(`#functions/${lambdaSourcePath(domain, kind)}`);
