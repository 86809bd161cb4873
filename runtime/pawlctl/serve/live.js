"use strict";
/*
 * What all views share: asking the server, drawing, and keeping what is shown fresh. Texts of the database become text
 * nodes and attributes, never HTML.
 */
const EVERY_MS = 4000, SOON_MS = 150, AGAIN_MS = 700, LATE_S = 60;
const view = document.getElementById("view"), stateLine = document.getElementById("state"), dialog = document.getElementById("confirm");
const views = {}; /* first word of the address: {title(args), load(args) -> data, draw(data, args) -> nodes} */
let session = null, token = sessionStorage.getItem("pawl-token") || "", shown = "", turn = 0, timer = 0;

/* ---- asking ------------------------------------------------------------------------------------------ */

class Refusal extends Error {
  constructor(status, body) {
    super(body.error || body.message || "the server answered " + status);
    this.status = status;
    this.help = body.help || "";
  }
}

let isRenewal = false; /* of what is shown: an older answer will do */
async function ask(path, options) {
  const headers = {...(token && {Authorization: "Bearer " + token}), ...(isRenewal && {"Cache-Control": "max-stale"})};
  let response;
  try {
    response = await fetch("api/" + path, {...options, headers: {...headers, ...(options && options.headers)}});
  } catch (error) {
    throw new Refusal(0, {error: "the server cannot be reached"});
  }
  if (response.ok && response.headers.get("Content-Type") !== "application/json")
    return response.text();
  const body = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refusal(response.status, body);
  noteAge(Number(response.headers.get("Age") || 0));
  return body;
}

function get(path, params) {
  const given = Object.entries(params || {}).filter(([, value]) => value !== undefined && value !== null);
  return ask(path + (given.length ? "?" + new URLSearchParams(given) : ""));
}

/* As `get`, and null if there is no such thing. */
async function getOr(otherwise, path, params) {
  try {
    return await get(path, params);
  } catch (refusal) {
    if (refusal.status === 404 || refusal.status === 400)
      return otherwise;
    throw refusal;
  }
}

/* The answer; null, if a person would have to wait for it: the view is drawn again when it is there. */
let isIncomplete = false;
async function soon(promise) {
  promise.catch(() => null);
  const answer = await Promise.race([promise, new Promise(done => setTimeout(done, SOON_MS, null))]);
  isIncomplete = isIncomplete || answer === null;
  return answer;
}

let oldest = 0;
function noteAge(seconds) {
  oldest = Math.max(oldest, seconds);
}

/* ---- drawing ----------------------------------------------------------------------------------------- */

/* An element; attributes that are null or false are left out. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (name === "click")
      element.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(9).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

function address(...words) {
  return "#/" + words.map(encodeURIComponent).join("/");
}

function link(words, ...children) {
  return h("a", {href: address(...words)}, ...children);
}

function entityLink(machine, id) {
  return link(["entity", machine, id], h("span", {class: "id"}, id));
}

const number = new Intl.NumberFormat("en");
function count(value) {
  return number.format(value);
}

function counted(value, one, many) {
  return count(value) + " " + (value === 1 ? one : many);
}

/* "3 min", as pawlctl prints durations, with one unit. */
function duration(seconds) {
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  for (const [length, unit] of units)
    if (seconds >= 2 * length || (length === 1 && seconds >= 1) || (length === 86400 && seconds >= length))
      return Math.floor(seconds / length) + " " + unit;
  return seconds > 0.0005 ? Math.round(seconds * 1000) + " ms" : "0 s";
}

function seconds(time) {
  return (Date.now() - Date.parse(time)) / 1000;
}

function relative(time) {
  const age = seconds(time);
  return age < -1 ? "in " + duration(-age) : age < 1 ? "now" : duration(age) + " ago";
}

function exact(time) {
  return time.replace("T", " ").replace(/\.(\d{3})\d*Z$/, ".$1").replace(/Z$/, "") + " UTC";
}

/* kind: "ago" or "for" */
function when(time, kind) {
  if (time === null || time === undefined)
    return null;
  const element = h("time", {datetime: time, title: exact(time), "data-kind": kind || "ago"});
  tell(element);
  return element;
}

function tell(element) {
  const time = element.getAttribute("datetime");
  element.textContent = element.dataset.kind === "for" ? duration(Math.max(0, seconds(time))) : relative(time);
}

function pill(kind, ...children) {
  return h("span", {class: "pill " + kind}, ...children);
}

/* columns: [heading, draw(row), class]. Without rows: the sentence `none`. */
function table(caption, rows, columns, none) {
  if (rows.length === 0 && none === undefined)
    return null;
  const used = columns.filter(column => column && rows.some(row => column[1](row) !== null));
  return h("section", {class: "block"}, h("h2", null, caption),
    rows.length === 0 ? h("p", {class: "none"}, none) : h("div", {class: "scroll"}, h("table", null,
      h("thead", null, h("tr", null, used.map(([heading, , kind]) => h("th", {scope: "col", class: kind}, heading)))),
      h("tbody", null, rows.map(row => h("tr", null, used.map(([heading, draw, kind]) =>
        h("td", {class: kind, "data-heading": heading}, draw(row)))))))));
}

function value(json) {
  if (json === null || json === undefined)
    return h("span", {class: "quiet"}, "null");
  return typeof json === "string" ? json : JSON.stringify(json);
}

function values(object) {
  const entries = Object.entries(object || {});
  return entries.length === 0 ? null : h("dl", {class: "values"}, entries.map(([name, each]) =>
    h("div", null, h("dt", null, name), h("dd", null, value(each)))));
}

/* ---- diagrams ---------------------------------------------------------------------------------------- */

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["svg", "g", "path", "polygon", "polyline", "ellipse", "text", "title"]);
const ATTRIBUTES = new Set(["viewBox", "d", "points", "cx", "cy", "rx", "ry", "x", "y", "fill", "stroke", "stroke-width",
  "stroke-dasharray", "transform", "text-anchor", "font-size", "font-weight", "font-style", "class"]);
const drawn = new Map();
let colours = null;

/* The light colours of the style sheet: {"#1f2733": "ink"}. */
function lightColours() {
  const found = {white: "paper", black: "ink"};
  for (const rule of document.styleSheets[0].cssRules)
    if (rule.selectorText === ":root")
      for (const name of rule.style)
        if (name.startsWith("--"))
          found[rule.style.getPropertyValue(name).trim()] = name.slice(2);
  return found;
}

/* A copy that has only shapes and texts. */
function copyShapes(from) {
  const name = from.localName === "a" ? "g" : from.localName;
  if (!TAGS.has(name))
    return null;
  const copy = document.createElementNS(SVG, name);
  for (const attribute of from.attributes) {
    const colour = colours[attribute.value];
    if (ATTRIBUTES.has(attribute.name))
      copy.setAttribute(attribute.name, attribute.value);
    if (colour && (attribute.name === "fill" || attribute.name === "stroke"))
      copy.style.setProperty(attribute.name, "var(--" + colour + ")");
  }
  for (const child of from.childNodes)
    if (child.nodeType === Node.TEXT_NODE)
      copy.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE)
      copy.append(copyShapes(child) || "");
  return copy;
}

function readDiagram(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  colours = colours || lightColours();
  if (parsed.localName !== "svg")
    return false;
  const svg = copyShapes(parsed), box = (parsed.getAttribute("viewBox") || "0 0 100 100").split(/\s+/).map(Number);
  svg.style.setProperty("--natural", Math.round(box[2] * 4 / 3) + "px");
  svg.setAttribute("role", "img");
  return svg;
}

/* The drawing of a machine or flow; false, if the server cannot draw. */
async function diagram(machine, version) {
  const key = machine + " " + version;
  if (!drawn.has(key))
    drawn.set(key, readDiagram(await getOr("", "diagram", {machine, version})));
  return drawn.get(key);
}

/* texts: {state: [text, class]}. What has none loses its place. */
function drawDiagram(svg, label, texts) {
  if (!svg)
    return null;
  const copy = svg.cloneNode(true);
  copy.setAttribute("aria-label", label);
  for (const group of copy.querySelectorAll("g.node, g.cluster")) {
    const title = group.querySelector("title"), name = title.textContent.replace(/^cluster_/, "").replace(/^[^.]*\.?/, "");
    const [text, kind] = texts[name] || [null, null];
    let place = null;
    for (const each of group.querySelectorAll("text"))
      if (/^0{14}$/.test(each.textContent))
        place = each;
    title.remove();
    if (place === null)
      continue;
    if (text === null || text === "") {
      place.textContent = "";
      continue;
    }
    const from = Number(place.getAttribute("x"));
    place.setAttribute("x", from + Number(place.getAttribute("font-size")) * 14 * 0.318);
    place.setAttribute("text-anchor", "middle");
    place.textContent = text;
    if (kind)
      group.classList.add(...kind.split(" "));
  }
  copy.querySelectorAll("title").forEach(each => each.remove());
  return h("figure", {id: "diagram", class: "diagram scroll", tabindex: "0", "aria-label": label}, copy);
}

/* ---- acting ------------------------------------------------------------------------------------------ */

/* Where the database keeps who did it, by the address. */
const RECORDS = {fire: "The history", change: "The run's timeline", pause: "The reason"};

function record(path, person) {
  return (RECORDS[path] || "The table pawl_lock_log") + " will name " + person + ".";
}

/* A button that asks, acts and shows the result. fields: [{name, label, optional}]; the given ones are sent. */
function action(label, question, path, body, fields) {
  if (!session || !session.allows_actions)
    return null;
  return h("button", {type: "button", "data-key": path + JSON.stringify(body), click: () => confirmAction(label, question, path, body, fields || [])}, label);
}

function confirmAction(label, question, path, body, fields) {
  const inputs = fields.map(({name, optional}, i) => h("input", {id: "field" + i, name, required: !optional, autocomplete: "off"}));
  const said = h("p", {role: "alert", class: "error"});
  const close = h("button", {type: "button", click: () => dialog.close()}, "Back");
  const go = h("button", {type: "button", class: "main", click: async () => {
    const missing = inputs.find(input => input.required && input.value.trim() === "");
    if (missing) {
      said.textContent = missing.name + " is required";
      missing.focus();
      return;
    }
    const given = inputs.filter(input => input.value !== "").map(input => [input.name, input.value]);
    const values = path === "fire" ? {args: given.map(([name, value]) => name + "=" + value)} : Object.fromEntries(given);
    go.disabled = true;
    try {
      await ask(path, {method: "POST", headers: {"Content-Type": "application/json", "X-Pawl-Token": session.token},
        body: JSON.stringify({...body, ...values})});
      dialog.close();
      shown = "";
      refresh();
    } catch (refusal) {
      said.textContent = refusal.message + (refusal.help ? " - " + refusal.help : "");
      go.disabled = false;
    }
  }}, label);
  dialog.setAttribute("aria-label", label);
  dialog.replaceChildren(h("h2", null, label), h("p", null, question),
    ...fields.flatMap((field, i) => [h("label", {for: "field" + i}, field.label), inputs[i]]), said,
    h("p", {class: "quiet"}, record(path, session.person || "you")),
    h("div", {class: "buttons"}, close, go));
  dialog.showModal();
  (inputs[0] || go).focus();
}

/* ---- keeping it fresh -------------------------------------------------------------------------------- */

function place() {
  const words = location.hash.replace(/^#\/?/, "").split("/").map(word => {
    try {
      return decodeURIComponent(word);
    } catch (error) {
      return word;
    }
  });
  return [views[words[0]] ? words[0] : "", words.slice(1)];
}

function say(text, isError) {
  stateLine.textContent = text;
  stateLine.classList.toggle("error", Boolean(isError));
  view.classList.toggle("old", Boolean(isError) && shown !== "");
}

function keyOf(element) {
  return element && view.contains(element) ? element.dataset.key || element.getAttribute("href") || element.id : "";
}

function put(nodes) {
  const key = keyOf(document.activeElement), before = view.querySelector(".diagram"), left = before && before.scrollLeft;
  view.replaceChildren(...nodes.flat(9).filter(Boolean));
  const focused = key && [...view.querySelectorAll("a, button, input, .diagram")].find(each => keyOf(each) === key);
  if (focused)
    focused.focus({preventScroll: true});
  for (const each of view.querySelectorAll(".diagram"))
    each.scrollLeft = left === null ? (each.scrollWidth - each.clientWidth) / 2 : left;
}

function askForToken() {
  const input = h("input", {id: "token", type: "password", autocomplete: "off", "aria-label": "Token", required: true, "aria-describedby": token ? "wrong" : null});
  const form = h("form", {class: "token"}, h("h1", null, "A token is needed"),
    h("p", null, "The file that this server was started with has one for each person."),
    input, h("button", {class: "main"}, "Continue"),
    token !== "" && h("p", {id: "wrong", role: "alert", class: "error"}, "This server has no such token: copy a token from the file as a whole."));
  form.addEventListener("submit", event => {
    event.preventDefault();
    token = input.value.trim();
    sessionStorage.setItem("pawl-token", token);
    refresh();
  });
  shown = "";
  put([form]);
  input.focus();
}

/* A text of the data in which ages, which always change, are only late or not. */
function timeless(data) {
  return JSON.stringify(data, (name, value) => /_seconds$/.test(name) && value !== null ? value >= LATE_S : value);
}

async function refresh(renewal) {
  const [name, args] = place(), own = ++turn, asked = views[name];
  clearTimeout(timer);
  isRenewal = renewal === true;
  oldest = 0;
  isIncomplete = false;
  try {
    session = session || await get("session");
    const data = await asked.load(args), text = name + timeless([args, data.key || data]);
    if (own !== turn)
      return;
    document.title = asked.title(args) + " - Pawl";
    if (text !== shown)
      put(asked.draw(data, args));
    shown = text;
    say(oldest > 10 ? "counted " + duration(oldest) + " ago" : "");
  } catch (refusal) {
    if (own !== turn)
      return;
    if (refusal.status === 401) {
      session = null;
      say("");
      askForToken();
      return;
    }
    if (!(refusal instanceof Refusal))
      console.error(refusal);
    if (refusal.status === 0 || refusal.status === 403)
      session = null; /* another server may answer next */
    const isMissing = refusal.status === 404 || refusal.status === 400;
    shown = isMissing ? "" : shown;
    if (shown === "")
      put([h("p", {class: "none"}, refusal.message), refusal.help ? h("p", {class: "quiet"}, refusal.help) : null]);
    say(isMissing ? "" : refusal.message + "; trying again", !isMissing);
  }
  if (!document.hidden)
    timer = setTimeout(refresh, isIncomplete ? AGAIN_MS : EVERY_MS, true);
}

function navigate() {
  const [name] = place(), top = {machine: "", entity: "", find: "", flow: "flows", runs: "flows", run: "flows"};
  const section = name in top ? top[name] : name;
  for (const each of document.querySelectorAll("header nav a"))
    if (each.getAttribute("href") === "#/" + section)
      each.setAttribute("aria-current", "page");
    else
      each.removeAttribute("aria-current");
  shown = "";
  view.replaceChildren(h("p", {class: "none"}, "Loading"));
  window.scrollTo(0, 0);
  refresh();
}

window.addEventListener("hashchange", () => {
  navigate();
  view.focus({preventScroll: true});
});
document.addEventListener("visibilitychange", () => document.hidden ? clearTimeout(timer) : refresh());
document.addEventListener("DOMContentLoaded", navigate);
setInterval(() => document.querySelectorAll("time").forEach(tell), 1000);
document.getElementById("search").addEventListener("submit", event => {
  event.preventDefault();
  const id = event.target.elements.id.value.trim();
  if (id !== "")
    location.hash = address("find", id);
});
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.tagName === "INPUT")
    return;
  event.preventDefault();
  document.querySelector("#search input").focus();
});
