// Shows the sign-in form of this address before any module is there. What is typed stays when the page comes alive (app/entrance.tsx),
// which then sends a form that was sent too early.
{
  const area = { '': 'staff', '/admin': 'admin' }[location.pathname.replace(/\/$/, '')];
  const template = area && document.getElementById(`entrance-${area}`);
  let isInterrupted = false;
  try {
    isInterrupted = sessionStorage.getItem('formroom.interruption') !== null;
  } catch {
    // Storage is closed to us, and nothing was interrupted.
  }
  // After an interruption another form is shown.
  if (template && !isInterrupted) {
    const root = document.getElementById('root');
    root.append(template.content.cloneNode(true));
    const form = root.querySelector('form');
    const { username, password } = form.elements;
    form.onsubmit = (event) => {
      event.preventDefault();
      if (username.value && password.value) form.setAttribute('aria-busy', 'true');
      else (username.value ? password : username).focus();
    };
    username.focus();
  }
}
