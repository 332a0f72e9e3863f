import { join } from 'node:path';
import type { LocalServer } from '../aws-protocol/http-server.ts';
import { startCheckProxy } from './check-proxy.ts';
import { startDynalite } from './dynalite/dynalite.ts';
import { findDynoxide, startDynoxide } from './dynoxide.ts';
import { createRequestChecks } from './request-checks.ts';

/** Which emulator to run: `dynoxide` is a program and exists for Linux on x64, `dynalite` runs wherever Node runs. */
type EmulatorName = 'dynoxide' | 'dynalite';

export interface DynamoDbOptions {
  /** By default dynoxide where it is installed, else dynalite; their files differ. */
  emulator?: EmulatorName;
  /** A dynoxide database to begin with a copy of; dynalite cannot read it. */
  copyOf?: string | undefined;
  /** dynoxide out of reach of the machine's other accounts, where the system allows it. */
  isPrivate?: boolean | undefined;
}

/**
 * Starts DynamoDB for one machine: an emulator behind checks that refuse what DynamoDB refuses.
 * Do not turn on streams for its tables: dynoxide then writes ten times slower.
 * @param dataFolder an existing folder, or `:memory:` to keep nothing
 */
export async function startDynamoDb(dataFolder: string, options: DynamoDbOptions = {}): Promise<LocalServer> {
  const program = options.emulator === 'dynalite' ? undefined : findDynoxide();
  if (options.emulator === 'dynoxide' && program === undefined) {
    throw new Error('dynoxide is not installed on this platform');
  }
  const isKept = dataFolder !== ':memory:';
  const emulator =
    program === undefined
      ? await startDynalite(isKept ? join(dataFolder, 'dynalite') : undefined)
      : await startDynoxide({
          program,
          databaseFile: isKept ? join(dataFolder, 'dynamodb.db') : undefined,
          copyOf: options.copyOf,
          isPrivate: options.isPrivate,
        });
  const proxy = await startCheckProxy(emulator, createRequestChecks(emulator));
  return {
    endpoint: `http://127.0.0.1:${proxy.port}`,
    stop: async () => {
      await proxy.stop();
      await emulator.stop();
    },
  };
}
