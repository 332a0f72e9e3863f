/** A job of a run, as GitHub's API tells it. */
export interface JobOfRun {
  name: string;
  /** Null while it has not ended. */
  conclusion: string | null;
  steps?: { name: string; conclusion: string | null }[];
}

/** What GitHub says of a run and of the environment in which a release is approved. */
export interface AskedRun {
  jobs: readonly JobOfRun[];
  /** Who approved or refused what; absent where nobody has to, as for a stage. */
  reviews?: readonly { state: string; environments: readonly { name: string }[] }[];
}

/** The environment whose reviewers approve a release, once for all its schools. */
export const releaseEnvironment = 'release';

const failed = new Set(['failure', 'cancelled', 'timed_out', 'startup_failure']);

/**
 * Why the deployment of a school may not begin; undefined where it may. A job that has a failed step and goes on, to
 * say what is to be taken back, counts. Jobs that wait, and steps that are left out, do not.
 */
export function whyNotToBegin({ jobs, reviews }: AskedRun): string | undefined {
  const ended = jobs.filter(
    ({ conclusion, steps = [] }) =>
      failed.has(conclusion ?? '') || steps.some((step) => failed.has(step.conclusion ?? '')),
  );
  if (ended.length > 0) return `Not begun, because of: ${ended.map(({ name }) => name).join(', ')}.`;
  if (!reviews) return undefined;
  const ofRelease = reviews.filter(({ environments }) => environments.some(({ name }) => name === releaseEnvironment));
  const isApproved = ofRelease.length > 0 && ofRelease.every(({ state }) => state === 'approved');
  return isApproved ? undefined : 'Not begun: nobody has approved this release.';
}

/** Where the run is, as the runner's environment names it. */
export interface RunPlace {
  /** `https://api.github.com`. */
  api: string;
  /** `district/formroom`. */
  repository: string;
  run: string;
  token: string;
}

/**
 * Asks GitHub of a run. A stage is deployed before anybody approves.
 * @throws Error for any answer but a good one: a gate that cannot ask lets nothing through
 */
export async function askRun({ api, repository, run, token }: RunPlace, isStage: boolean): Promise<AskedRun> {
  const get = async (path: string) => {
    const answer = await fetch(`${api}/repos/${repository}/${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    });
    if (!answer.ok) throw new Error(`GitHub answers ${answer.status} to ${path}.`);
    return answer.json();
  };
  const jobs: JobOfRun[] = [];
  for (let page = 1; ; page += 1) {
    const { total_count: count, jobs: found } = await get(
      `actions/runs/${run}/jobs?filter=latest&per_page=100&page=${page}`,
    );
    jobs.push(...found);
    if (jobs.length >= count || found.length === 0) break;
  }
  if (isStage) return { jobs };
  const { protection_rules: rules = [] } = await get(`environments/${releaseEnvironment}`);
  const hasReviewers = rules.some(({ type }: { type: string }) => type === 'required_reviewers');
  return hasReviewers ? { jobs, reviews: await get(`actions/runs/${run}/approvals`) } : { jobs };
}
