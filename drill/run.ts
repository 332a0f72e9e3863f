import { runApp } from '../infra/operators/operator-error.ts';
import { localNames } from '../local/environment.ts';
import { startSchool } from '../local/school.ts';
import { noticeDamage } from './damaged-copy.ts';
import { localDrill } from './local-drill.ts';

process.env.LOG_LEVEL ??= 'error';

/** `npm run drill`: loses the demo school, in memory, makes it again from its copies, and compares all of it (docs/operations.md, Drill). */
await runApp(async () => {
  const say = (line: string) => console.log(line);
  const school = await startSchool({ dataFolder: ':memory:', port: 0, site: 'none', isDemo: true });
  try {
    const { table, files, documents } = localNames;
    await localDrill(
      { table, files, documents, userPool: process.env.USER_POOL_ID ?? '' },
      {
        say,
        afterCopy: async (s3, vault) => {
          await noticeDamage(s3, vault);
          say('Noticed: copies with another byte, with an end that is cut off, and that are gone');
        },
      },
    );
    say('The school is again what it was. Passwords are not: everybody would have been handed a slip.');
  } finally {
    await school.stop();
  }
});
