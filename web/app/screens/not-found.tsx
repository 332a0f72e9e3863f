import { Compass } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { homePages, sitePaths } from '../../session/site-paths.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { useScreenTitle } from '../../ui/screen/screen-title.ts';
import { appWordings } from '../wordings.ts';

export default function NotFound() {
  const session = useSession();
  useScreenTitle('Page not found');
  return (
    <main>
      <EmptyState
        icon={Compass}
        title={appWordings.thereIsNoSuchPage}
        text="The address may be mistyped, or the page may have moved."
        action={<a href={session ? homePages[session.area] : sitePaths.staffSignIn}>{appWordings.goToTheStart}</a>}
      />
    </main>
  );
}
