import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** The commit that is checked out, which a deployment names in its output `Version`; undefined where there is no git checkout. */
export function checkedOutVersion(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: project, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
