import type { AskAws } from './ask-aws.ts';

/** What CodeDeploy says of a deployment that has ended without success. */
interface EndedDeployment {
  deploymentGroupName: string;
  errorInformation?: { code?: string; message?: string };
}

/**
 * Which functions CodeDeploy has given back to the version before since a moment, and why: a line each. None where
 * something else made the deployment of a school fail.
 * @param application for example `formroom-demo`
 */
export async function listShiftedBack(application: string, since: Date, ask: AskAws): Promise<string[]> {
  const listed = await ask(
    ...['deploy', 'list-deployments', '--application-name', application],
    ...['--include-only-statuses', 'Failed', 'Stopped', '--create-time-range', `start=${since.toISOString()}`],
    ...['--query', 'deployments'],
  );
  const ids = (listed ?? []) as string[];
  const ended = await Promise.all(
    ids.map(
      (id) =>
        ask('deploy', 'get-deployment', '--deployment-id', id, '--query', 'deploymentInfo') as Promise<EndedDeployment>,
    ),
  );
  return ended.map(({ deploymentGroupName, errorInformation: { code, message } = {} }) =>
    code === 'ALARM_ACTIVE'
      ? `${deploymentGroupName}: calls failed while the new version had a tenth of them; it has none again.`
      : `${deploymentGroupName}: CodeDeploy ended the shift (${[code, message].filter(Boolean).join(': ') || 'it does not say why'}).`,
  );
}
