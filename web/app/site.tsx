import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ComponentType, ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { fetchSchool, SchoolContext } from '../api/school.ts';
import { ErrorRetry } from '../ui/display/loading.tsx';
import { setSiteName } from '../ui/screen/screen-title.ts';
import { appWordings } from './wordings.ts';

export type ScreenFrame = ComponentType<{ children: ReactNode }>;

/**
 * Everything around a screen: the school's name, and a shell. Both are fetched once a page load, and again after a
 * failure. The CSP permits no <style> element; base.css has the rules that Base UI would put into one.
 */
export function createScreenFrameLoader(
  loadShell: () => Promise<{ default: ScreenFrame }>,
): () => Promise<ScreenFrame> {
  let frame: Promise<ScreenFrame> | undefined;
  const load = async (): Promise<ScreenFrame> => {
    const [school, { default: Shell }] = await Promise.all([fetchSchool(), loadShell()]);
    setSiteName(school.name);
    return ({ children }) => (
      <CSPProvider disableStyleElements>
        <SchoolContext value={school}>
          <Shell>{children}</Shell>
        </SchoolContext>
      </CSPProvider>
    );
  };
  return () => {
    frame ??= load().catch((error: unknown) => {
      frame = undefined;
      throw error;
    });
    return frame;
  };
}

/** Replaces a page that failed to load or to render: a sentence and a button to try again. */
export const PageError = ({ error }: { error: unknown }) => (
  <ErrorRetry
    title={appWordings.pageCouldNotBeOpened}
    detail={messageOf(error)}
    onRetry={() => window.location.reload()}
  />
);
