import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import type { KeyPart } from '#shared/options/oneroster/rest/scopes.ts';
import type { TestClient } from '../../../support/callers/client.ts';

export const scope = (name: string): string => `https://purl.imsglobal.org/spec/or/v1p2/scope/${name}`;

export interface RestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many kinds, of which tests say what they expect
  body: any;
}

/** Another system, as it would call: with plain requests, and nothing of the program. */
export class RosterProgram {
  readonly url: string;
  token = '';
  constructor(url: string) {
    this.url = url;
  }

  async send(path: string, init: RequestInit = {}): Promise<RestAnswer> {
    const answer = await fetch(`${this.url}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  }

  askForToken(form: Record<string, string> | string, headers: Record<string, string> = {}): Promise<RestAnswer> {
    return this.send('/ims/oauth2/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
  }

  /** @param path below `/ims/oneroster/`, such as `rostering/v1p2/users` */
  read(path: string, query: Record<string, string> = {}, method = 'GET'): Promise<RestAnswer> {
    const parameters = new URLSearchParams(query).toString();
    return this.send(`/ims/oneroster/${path}${parameters === '' ? '' : `?${parameters}`}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}` },
    });
  }
}

/** The office makes a key of a name. @returns its id and secret */
export async function makeKeyOf(office: TestClient, reads: KeyPart[], name = 'Library') {
  const { status, body } = await office.call(onerosterContract.addRosterKey, { name, reads });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.key.id, secret: body.secret };
}

/** A program with a token for all that its key may read. */
export async function programOf(url: string, office: TestClient, reads: KeyPart[]): Promise<RosterProgram> {
  const { id, secret } = await makeKeyOf(office, reads);
  const program = new RosterProgram(url);
  const { body } = await program.askForToken({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  program.token = body.access_token;
  return program;
}
