import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import type { LookOptions } from './in-page.ts';

let bundled: string | undefined;

function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [new URL('in-page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'layoutAudit',
  });
  return outputFiles[0]?.text ?? '';
}

/** Through the debugger: the page's policy takes no script from elsewhere. */
async function evaluate<T>(page: Page, expression: string): Promise<T> {
  bundled ??= bundle();
  const session = await page.context().newCDPSession(page);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(() => { ${bundled}; return ${expression}; })()`,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}

/** What a person could trip over on the page as it is now (`in-page.ts`), one line each. Expect none. */
export const findLayoutFaults = (page: Page, options: LookOptions): Promise<string[]> =>
  evaluate(page, `layoutAudit.findFaults(${JSON.stringify(options)})`);

/** Every text of the page, its labels and tooltips. */
export const listShownTexts = (page: Page): Promise<string[]> => evaluate(page, 'layoutAudit.listShownTexts()');
