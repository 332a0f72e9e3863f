/** Milliseconds that one look may take; API Gateway itself gives up after 29 seconds. */
const patience = 15_000;

/** Where the health call is: it reads one item and says that it could. */
export const healthPath = '/api/health';

/**
 * One round of the canary: the sign-in page, the script that it starts with, and the health call, by the address that
 * people use.
 * @throws {Error} naming the first look that failed, and how
 */
export async function runCanaryRound(address: string): Promise<void> {
  const page = await look('sign-in page', `${address}/`, 'text/html');
  const script = /<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(page)?.[1];
  if (!script) throw new Error('sign-in page: it names no script');
  await look('script of the sign-in page', new URL(script, address).href, 'text/javascript');
  const health = await look('health call', `${address}${healthPath}`, 'application/json');
  if (health !== '{"ok":true}') throw new Error(`health call: it answered ${health.slice(0, 100)}`);
}

/** The body of what is there. */
async function look(what: string, url: string, type: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) }).catch(
    (error: unknown) => {
      const { message, cause } = error as Error;
      throw new Error(`${what}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    },
  );
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${what}: it answered ${response.status}`);
  const sent = response.headers.get('content-type') ?? 'nothing';
  if (!sent.startsWith(type)) throw new Error(`${what}: it is ${sent}, not ${type}`);
  return body;
}
