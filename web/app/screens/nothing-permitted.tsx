import { Coffee } from 'lucide-react';
import { useAdminSession } from '../../session/session.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';

/** The admin area for somebody whose permissions name no screen. */
export default function NothingPermitted() {
  const { name } = useAdminSession();
  return (
    <>
      <ScreenHead title={`Welcome, ${name}`} />
      <EmptyState
        icon={Coffee}
        title="Nothing to do here yet."
        text="None of the screens your account may use is open at the moment. Ask an administrator if you expected one."
      />
    </>
  );
}
