import { auditScreens } from '../../support/layout/audit-screens.ts';

auditScreens({ part: 4, of: 4 });
