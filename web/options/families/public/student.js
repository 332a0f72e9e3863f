// Shows the sign-in form of the families' page before any module is there, where nobody is signed in and no link asks for
// a date of birth instead. What is typed stays when the page comes alive
// (options/families/main.tsx), which then sends a form that was sent too early.
{
  let isSignedIn = false;
  try {
    isSignedIn = localStorage.getItem('formroom.family') !== null;
  } catch {
    // Storage is closed to us: the page itself asks the server.
  }
  const form = document.forms.entrance;
  const isLink = location.pathname === '/student/link';
  if (!isSignedIn && !isLink) document.querySelector('[data-entrance]').hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    form.setAttribute('aria-busy', 'true');
  };
}
