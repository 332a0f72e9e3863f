import { trustedDays } from '#shared/accounts/auth/second-factor.ts';
import styles from './sign-in.module.css';

interface TrustDeviceProps {
  isTrusted: boolean;
  onChange: (isTrusted: boolean) => void;
}

/** Whether this browser is asked for a code next time. */
export const TrustDevice = ({ isTrusted, onChange }: TrustDeviceProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isTrusted} onChange={(event) => onChange(event.target.checked)} />
    Do not ask on this device for {trustedDays} days
  </label>
);
