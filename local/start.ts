/**
 * `npm start`: the demo school on this machine. `PORT` and `SCHOOL_DATA` as in the README; `--live` for hot reload,
 * `--empty` for a school of nobody but its first administrator.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPageOpen, lightPages, mailOfSchool } from '#shared/product.ts';
import { OperatorError } from '../infra/operators/operator-error.ts';
import { canMakeNamespaces, findDynoxide } from './dynamodb/dynoxide.ts';
import { startSchool } from './school.ts';
import { readLocalSchoolFile } from './school-file.ts';
import { mailFolder } from './ses/ses.ts';

// Whatever this process writes is for the account that runs it alone.
process.umask(0o077);

const parent = process.ppid;
const flag = { type: 'boolean', default: false } as const;
const { empty: isEmpty, live: isLive } = parseArgs({ options: { empty: flag, live: flag } }).values;
const dataFolder = process.env.SCHOOL_DATA ?? (isEmpty ? '.local/empty/' : '.local/');
const port = Number(process.env.PORT ?? 3000);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`PORT must be a number from 0 to 65535, not "${process.env.PORT}".\n`);
  process.exit(1);
}
process.env.LOG_LEVEL ??= 'warn';

const school = await startSchool({
  dataFolder,
  port,
  site: isLive ? 'live' : 'built',
  isDemo: !isEmpty,
  isPrivate: true,
}).catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE';
  process.stderr.write(isTaken ? `Port ${port} is in use. Choose another: PORT=3001 npm start\n` : `${error.stack}\n`);
  process.exit(1);
});

const file = await readLocalSchoolFile();
const pages = lightPages.filter(({ page }) => isPageOpen(page, file));
const mailGoesTo =
  dataFolder === ':memory:' ? 'they are kept in memory' : `${join(dataFolder, mailFolder)} has each as a file`;
const accounts = isEmpty
  ? await firstAdministrator()
  : `Demo accounts, all with the password Demo-school-1
    teacher      a subject teacher          pta    the restricted administrator (/admin)
    formteacher  also form teacher          admin  every permission (/admin)
    dean         also dean of a form
    newteacher   must choose a new password${pages.flatMap(({ demoAccounts }) => (demoAccounts ? [`\n    ${demoAccounts}`] : [])).join('')}`;

process.stdout.write(`
  Formroom is ready: ${school.url}          staff
                     ${school.url}/admin    administrators
${pages.map(({ routes: [address = ''], readers }) => `                     ${school.url}${address.padEnd(8)} ${readers}\n`).join('')}
  ${accounts}

  Data: ${dataFolder === ':memory:' ? 'in memory only' : dataFolder}    Stop: Ctrl-C
${mailOfSchool(file) ? `  E-mails go nowhere: ${mailGoesTo}\n` : ''}`);
if (findDynoxide() !== undefined && !canMakeNamespaces()) {
  process.stdout.write(`
  This system allows no network namespaces (unshare): other accounts of this machine can reach the database. Keep no real
  pupils here unless the machine is yours alone.
`);
}

/** As `npm run create-admin` makes one in a school that was deployed; a school that was started before has hers. */
async function firstAdministrator(): Promise<string> {
  const { createFirstAdmin } = await import('../infra/operators/accounts/first-admin.ts');
  try {
    const password = await createFirstAdmin({ name: 'Ada Office', userName: 'ada' });
    return `Nobody is here but an administrator: ada, once with the password ${password} (/admin)`;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return 'The administrator is ada, with the password that was chosen (/admin)';
  }
}

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await school.stop();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
// A parent that was killed sends no signal; its children then belong to somebody else.
setInterval(() => {
  if (process.ppid !== parent) void stop();
}, 500).unref();
