// Requests to our own server. A browser lets no other site send this header.
export async function post(url, body) {
  const answer = await ask(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-Fieldpost": "1" },
    body: JSON.stringify(body),
    credentials: "same-origin",
  });
  return read(answer);
}

export async function get(url) {
  return read(await ask(url, { headers: { Accept: "application/json" }, credentials: "same-origin" }));
}

const AWAY = "The server didn't answer. Try again.";

async function ask(url, given) {
  try {
    return await fetch(url, given);
  } catch {
    throw new Error(AWAY);
  }
}

async function read(answer) {
  let found = {};
  try {
    found = await answer.json();
  } catch {
    found = { error: AWAY };
  }
  if (!answer.ok) throw Object.assign(new Error(found.error || "That didn't work."), { status: answer.status });
  return found;
}
