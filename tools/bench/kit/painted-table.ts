import type { CDPSession, Page } from 'playwright-core';

/** From the press until two frames after the table is there. */
export const measureMillisecondsUntilShown = (page: Page, tab: string, table: string): Promise<number> =>
  page.evaluate(
    async ([tabName, tableName]) => {
      const button = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
        ({ textContent }) => textContent === tabName,
      );
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const begun = performance.now();
      button?.click();
      while (!document.querySelector(`[role="grid"][aria-label="${tableName}"]`)) await frame();
      await frame();
      const painted = new MessageChannel();
      const done = new Promise<number>((resolve) => {
        painted.port1.onmessage = () => resolve(performance.now());
      });
      painted.port2.postMessage(0);
      const milliseconds = (await done) - begun;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return milliseconds;
    },
    [tab, table] as const,
  );

/**
 * Milliseconds that the page's thread works for something, which a busy machine does not blur; with the CPU as it is.
 */
export async function measureThreadWork(
  devtools: CDPSession,
): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  return async (act) => {
    const before = await worked();
    await act();
    return (await worked()) - before;
  };
}
