import { spawn } from 'node:child_process';
import { demoPassword } from '../../../local/demo-school/demo-credentials.ts';
import { TestClient } from '../callers/client.ts';

/** Prints its address, and stops when its standard input ends. */
const program = `
  const [dataFolder, day] = process.argv.slice(1);
  const { startSchool } = await import(${JSON.stringify(new URL('../../../local/school.ts', import.meta.url).href)});
  const school = await startSchool({ dataFolder, port: 0, site: 'none', isDemo: true, today: new Date(day) });
  process.stdout.write(school.url + '\\n');
  process.stdin.resume().once('end', async () => { await school.stop(); process.exit(0); });
`;

export interface SchoolProcess {
  url: string;
  /** A browser without a screen, signed in with a demo account. */
  clientOf(userName: string): Promise<TestClient>;
  /** Ends it as Ctrl-C does; the exit code. */
  stop(): Promise<number | null>;
  /** Ends it without a word, as a power cut does. */
  kill(): Promise<void>;
}

/** The demo school in a process of its own, on a data folder that outlives it. */
export async function startSchoolProcess(folder: string, day: string): Promise<SchoolProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, folder, day], {
    env: { ...process.env, LOG_LEVEL: 'warn', CALL_PACE: 'off' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('close', () => reject(new Error('The school did not start')));
  });
  return {
    url,
    clientOf: (userName) => new TestClient(url).signIn(userName, demoPassword),
    stop: () => {
      child.stdin.end();
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
