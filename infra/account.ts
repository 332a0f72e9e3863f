import { addAccountStacks } from './account-app.ts';
import { loadAccount } from './account-file.ts';
import { PassedTemplates } from './build/passed-templates.ts';
import { createCheckedApp } from './formroom-app.ts';
import { runApp } from './operators/operator-error.ts';

/**
 * `-c account=<name>`: what an account and region has once, and what its stages share where it has any. Deployed by
 * `npm run deploy-account`, which passes on what is there already.
 */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = createCheckedApp({}, passed);
  addAccountStacks(app, loadAccount(app.node.tryGetContext('account')));
  passed.add(app.synth());
});
