import { addBaselineStack } from './account-app.ts';
import { loadAccount } from './account-file.ts';
import { PassedTemplates } from './build/passed-templates.ts';
import { createCheckedApp } from './formroom-app.ts';
import { runApp } from './operators/operator-error.ts';

/** `-c account=<name>`: what watches over an account, as its file asks for it. Deployed by `npm run deploy-account`. */
await runApp(async () => {
  const passed = new PassedTemplates();
  const app = createCheckedApp({}, passed);
  addBaselineStack(app, loadAccount(app.node.tryGetContext('account')));
  passed.add(app.synth());
});
