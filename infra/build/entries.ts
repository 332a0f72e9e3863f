import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CallKind, type CallRow, callKind } from '#shared/http/contract.ts';
import type { JobDefinition } from '#shared/jobs.ts';
import {
  allDeployedCalls,
  allJobs,
  type CallOfProduct,
  type Domain,
  jobDomains,
  lambdaSourcePath,
  reaching,
} from '#shared/product.ts';

/**
 * One Lambda function: the calls of a domain, or those of its calls that make documents (ADR 0004) or stream events
 * (ADR 0015), or its jobs (ADR 0017).
 */
export interface BuildEntry {
  /** `mark-sheet`, `term-reports-documents`, `terms-jobs`: names the function, its folder and its log. */
  name: string;
  domain: Domain;
  kind: CallKind | 'jobs';
  /** Source below the project's folder. */
  source: string;
  calls: readonly CallRow[];
  jobs: readonly JobDefinition[];
}

const projectFolder = new URL('../../', import.meta.url);

/** Every entry that the contracts ask for, in the contracts' order. */
export function callEntries(calls: readonly CallOfProduct[] = allDeployedCalls): BuildEntry[] {
  const byName = new Map<string, BuildEntry & { calls: CallRow[] }>();
  for (const { domain, call, own } of calls) {
    const kind = callKind(call);
    const name = kind === 'api' ? domain : `${domain}-${kind}`;
    const entry = byName.get(name) ?? {
      name,
      domain,
      kind,
      source: `functions/${lambdaSourcePath(domain, kind)}`,
      calls: [],
      jobs: [],
    };
    entry.calls.push(own ? reaching(call, own) : call);
    byName.set(name, entry);
  }
  return [...byName.values()];
}

/** The workers of the durable jobs, one a domain. */
export function jobEntries(jobs: typeof allJobs = allJobs): BuildEntry[] {
  return jobDomains.flatMap((domain) => {
    const ofDomain = Object.values(jobs).filter((job) => job.domain === domain);
    if (ofDomain.length === 0) return [];
    const source = `functions/${lambdaSourcePath(domain, 'jobs')}`;
    return [{ name: `${domain}-jobs`, domain, kind: 'jobs', source, calls: [], jobs: ofDomain }];
  });
}

/** Every function of a school. */
export const allEntries = (): BuildEntry[] => [...callEntries(), ...jobEntries()];

/** Entries that the contracts ask for and that have no source: a built domain must have its function. */
export const missingSources = (wanted: readonly Pick<BuildEntry, 'source'>[]): string[] =>
  wanted.map(({ source }) => source).filter((source) => !existsSync(fileURLToPath(new URL(source, projectFolder))));
