import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet, useLoaderData, useRouteError } from 'react-router-dom';
import { messageOf } from '../api/errors.ts';
import { fetchSchool, School } from '../api/school.ts';
import { ErrorRetry } from '../ui/display/error-retry.tsx';
import { setSiteName } from '../ui/screen/screen-title.ts';

/** Loader of everything: the school's name, once a page load. */
export async function loadSite() {
  const school = await fetchSchool();
  setSiteName(school.name);
  return school;
}

/** Around every page. The CSP lets no <style> element in; base.css has what Base UI would put into one. */
export function Site() {
  return (
    <CSPProvider disableStyleElements>
      <School value={useLoaderData<typeof loadSite>()}>
        <Outlet />
      </School>
    </CSPProvider>
  );
}

/** Instead of a page that failed to load or to render: one sentence and a way to try again. */
export function PageError() {
  const error = useRouteError();
  return (
    <ErrorRetry
      title="This page could not be opened."
      detail={messageOf(error)}
      onRetry={() => window.location.reload()}
    />
  );
}
