import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../support/callers/client.ts';

const project = new URL('../../..', import.meta.url).pathname;

interface Started {
  child: ChildProcess;
  port: number;
  output: () => string;
}

/** `npm start` as a newcomer runs it, in a process group of its own. */
async function npmStart(environment: Record<string, string>, options: readonly string[]): Promise<Started> {
  const child = spawn('npm', ['start', '--', ...options], {
    cwd: project,
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const port = await until(() => Number(/http:\/\/localhost:(\d+)/.exec(output)?.[1]) || undefined);
  return { child, port, output: () => output };
}

/** Asks every tenth of a second, for a minute and a half at most. */
async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 900; tries += 1) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not come about in ninety seconds');
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .once('error', () => resolve(false));
  });

/** Every living process below `pid`, the emulator's among them. */
async function below(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const direct = children.trim().split(' ').filter(Boolean).map(Number);
  return [...direct, ...(await Promise.all(direct.map(below))).flat()];
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('npm start', () => {
  let folder: string;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formroom-start-'));
  });
  afterEach(() => {
    for (const { pid } of running.splice(0)) if (pid !== undefined && isAlive(pid)) process.kill(-pid, 'SIGKILL');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = async (environment: Record<string, string>, ...options: string[]) => {
    const started = await npmStart({ PORT: '0', ...environment }, options);
    running.push(started.child);
    return started;
  };

  it('prints its address and the demo accounts, serves the site, and keeps its data for the next start', async () => {
    const first = await start({ SCHOOL_DATA: folder });
    expect(first.output()).toContain('Demo-school-1');
    const url = `http://127.0.0.1:${first.port}`;
    expect(await (await fetch(url)).text()).toContain('<div id="root">');
    const admin = await new TestClient(url).signIn('admin', 'Demo-school-1');
    const period = { academic_year_id: '20992100', term: 1, possible_attendance: 12 };
    const dates = { date_start: null, date_end: null, new_term_beginning: null, is_current: false };
    const saved = await admin.send({
      method: 'POST',
      path: '/api/academic-term-details',
      body: JSON.stringify({ ...period, ...dates }),
    });
    expect(saved.status).toBe(200);
    await interrupt(first);

    const second = await start({ SCHOOL_DATA: folder });
    const again = await new TestClient(`http://127.0.0.1:${second.port}`).signIn('admin', 'Demo-school-1');
    const { body } = await again.send({ method: 'GET', path: '/api/academic-term-details' });
    expect(body).toContainEqual(expect.objectContaining(period));
    await interrupt(second);
  });

  it('leaves no process behind when its parent is killed', async () => {
    const { child, port } = await start({ SCHOOL_DATA: ':memory:' });
    const family = await below(child.pid ?? 0);
    expect(family.length).toBeGreaterThanOrEqual(2);
    process.kill(child.pid ?? 0, 'SIGKILL');
    await until(async () => (family.some(isAlive) ? undefined : true));
    expect(await answers(port)).toBe(false);
  });

  it('starts an empty school, whose one administrator it lets in', async () => {
    const { port, output } = await start({ SCHOOL_DATA: ':memory:' }, '--empty');
    const once = await until(() => /ada, once with the password (\S+) /.exec(output())?.[1]);
    expect(output()).not.toContain('Demo-school-1');
    const client = new TestClient(`http://127.0.0.1:${port}`);
    await client.send({ method: 'GET', path: '/sanctum/csrf-cookie' });
    const body = JSON.stringify({ name: 'ada', password: once });
    const answer = await client.send({ method: 'POST', path: '/api/admin-login', body });
    expect(answer.body).toMatchObject({ password_reset: true });
  });

  it('says what to do when the port is taken or not a port', async () => {
    const { child, port } = await start({ SCHOOL_DATA: ':memory:' }, '--empty');
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} is in use`);
    expect(await refusal({ PORT: 'three' })).toContain('PORT must be a number');
    process.kill(-(child.pid ?? 0), 'SIGINT');
  });

  /** Ctrl-C reaches the whole process group. */
  async function interrupt({ child, port }: Started): Promise<void> {
    const family = await below(child.pid ?? 0);
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await until(async () => (family.some(isAlive) ? undefined : true));
    expect(await answers(port)).toBe(false);
  }

  async function refusal(environment: Record<string, string>): Promise<string> {
    const child = spawn('npm', ['start'], {
      cwd: project,
      env: { ...process.env, SCHOOL_DATA: ':memory:', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(1);
    return output;
  }
});
