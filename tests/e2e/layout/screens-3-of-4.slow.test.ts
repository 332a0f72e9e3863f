import { auditScreens } from '../../support/layout/audit-screens.ts';

auditScreens({ part: 3, of: 4 });
