import { afterAll, beforeAll } from 'vitest';
import { callsOfSchool } from '#shared/product.ts';
import { type Gateway, startGateway } from '../../../local/gateway.ts';
import { loadFromSources } from '../../../local/load-functions.ts';
import type { RunningSchool } from '../../../local/school.ts';
import { startSchoolOfCallers } from '../callers/callers.ts';

/**
 * The school of callers for a `describe`, and beside it its calls as a school has them deployed that has no options.
 * @param but options that it has all the same
 */
export function schoolWithoutOptions(but: readonly string[] = []) {
  let school: RunningSchool | undefined;
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    school = await startSchoolOfCallers();
    const calls = callsOfSchool({ options: [...but] });
    gateway = await startGateway({ port: 0, site: async () => false, calls, loadFunction: loadFromSources });
  });
  afterAll(async () => {
    await gateway?.close();
    await school?.stop();
  });
  return {
    /** Where no call of an option is. */
    get url() {
      return `http://localhost:${gateway?.port}`;
    },
    /** Where all calls are. */
    get urlWithOptions() {
      return school?.url ?? '';
    },
  };
}
