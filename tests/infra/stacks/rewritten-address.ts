import { runInNewContext } from 'node:vm';
import { siteFunctionSource } from '../../../infra/site/site-function.ts';

/** What CloudFront asks the bucket for at an address. */
export function rewritten(uri: string, accept?: string): string {
  const request = { uri, headers: accept === undefined ? {} : { accept: { value: accept } } };
  return runInNewContext(`${siteFunctionSource()}; handler({ request: ${JSON.stringify(request)} }).uri`);
}
