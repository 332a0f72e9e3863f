import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const cdk = fileURLToPath(new URL('../../../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** Runs the project's own `cdk` in its folder and answers its exit code. */
export function runCdk(given: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [cdk, ...given], { cwd: project, stdio: 'inherit' });
  return status ?? 1;
}
