import { describe, expect, test } from "vitest";
import { loadsForeignScript, printsUnescaped } from "../../../provider/src/baseline/pages.ts";
import { Unknown } from "../../../provider/src/baseline/rule.ts";

const verdictOf = (page: string, fails = printsUnescaped) => {
  try {
    return fails(page) ? "fails" : "passes";
  } catch (error) {
    if (error instanceof Unknown) return "unknown";
    throw error;
  }
};

describe("a page with an escaped variable", () => {
  test.each([
    "<p>{{ error_description | escape }}</p>",
    "<p>{{- error_description|escape_once -}}</p>",
    '<p title="{{ error | escape }}">x</p>',
    "<p title='a {{ error | upcase | escape }}'>x</p>",
    '<a href="https://help.example.com/?error={{ error | url_encode }}">x</a>',
    '<a href="/help/{{ error | escape }}">x</a>',
    '<a href="{{ error | url_encode }}">x</a>',
    "<input value={{ error | url_encode }}>",
    "{% assign why = error_description %}{{ why | escape }}",
    "{% if error %}{{ 'An error' }}{% endif %}{{ 5 }}",
    "{% echo error | escape %}",
    "{% raw %}{{ error }}{% endraw %}{% comment %}{{ error }}{% endcomment %}",
    "<title>{{ error | escape }}</title><textarea>{{ error | escape }}</textarea>",
    "<script>let a = 1 < 2;</script><p>{{ error | escape }}</p>",
    "<!-- <script> --><p>{{ error | escape }}</p>",
    '{{ error | replace: "|", "}" | escape }}',
  ])("passes: %s", (page) => expect(verdictOf(page)).toBe("passes"));
});

describe("a page with an unescaped variable", () => {
  test.each([
    "{{ error }}",
    "{{- error -}}",
    "{{error_description|strip_html}}",
    "{{ error | Escape }}",
    "{{ error | append: '| escape' }}",
    '{{ "escape" | append: error }}',
    "{{ error | default: 'x | escape' }}",
    "{% assign safe = error %}{{ safe }}",
    "{% capture all %}{{ error }}{% endcapture %}",
    "{% echo error %}",
    "{%- echo error | upcase -%}",
    "{{ error | escape }}{{ error }}",
    "{% raw %}{% endraw %}{{ error }}",
    "{% comment %}{{ 'x' }}{% endcomment %}{{ error }}",
  ])("fails: %s", (page) => expect(verdictOf(page)).toBe("fails"));
});

describe("a page whose safety is unknown", () => {
  test.each([
    "{{ error | escape | url_decode }}",
    "<a href=/{{ error | escape }}>x</a>",
    "<a title={{ error | escape }}>x</a>",
    '<a href="{{ error | escape }}">x</a>',
    '<a HREF = " {{ error | escape }}">x</a>',
    "<a onclick=\"say('{{ error | escape }}')\">x</a>",
    "<p {{ error | escape }}>x</p>",
    "<{{ error | escape }}>",
    "<script>say('{{ error | escape }}')</script>",
    "<SCRIPT>{{ error | url_encode }}</SCRIPT>",
    '<p style="color: {{ error | escape }}">x</p>',
    "{% render 'page' %}",
    "{% cycle error, 'x' %}",
    "{% liquid echo error %}",
    "{{ error | escape",
    "{% raw %}{{ error | escape }}",
    "{{ error | append: ' | escape }}",
  ])("is unknown: %s", (page) => expect(verdictOf(page)).toBe("unknown"));
});

const scriptVerdictOf = (page: string) =>
  verdictOf(page, (text) => loadsForeignScript(text, (host) => host !== "cdn.auth0.com"));

/** The default page of the service's guide, with inline scripts and styles, and a script of its CDN. */
const defaultPage = `<!DOCTYPE html>{% assign resolved_dir = dir | default: "auto" %}
<html lang="{{locale}}" dir="{{resolved_dir}}">
  <head>
    {%- auth0:head -%}
    <style>body { background: url("https://cdn.example.com/a.png"); }</style>
    <title>{{ prompt.screen.texts.pageTitle }}</title>
    <script src="https://cdn.auth0.com/js/lock/12.0/lock.min.js"></script>
  </head>
  <body class="_widget-auto-layout">
    {%- auth0:widget -%}
    <script>const page = "<script src='https://cdn.example.com/a.js'>"; window.name = "{{ application.name }}";</script>
  </body>
</html>`;

describe("a page without scripts from other hosts", () => {
  test.each([
    defaultPage,
    "",
    '<script src="/a.js"></script><script src="a.js"></script><script src="../a.js?b=//c"></script>',
    '<script src="/assets/{{ organization.name }}.js"></script><script src="./{{ page }}.js"></script>',
    '<script src="https://cdn.auth0.com/{{ version }}/lock.js"></script>',
    '<script src="https://CDN.auth0.com:443/a.js"></script>',
    '<script src="data:text/javascript,alert(1)"></script>',
    '<!-- <script src="https://cdn.example.com/a.js"></script> -->',
    '{% comment %}<script src="https://cdn.example.com/a.js"></script>{% endcomment %}',
    '<textarea><script src="https://cdn.example.com/a.js"></script></textarea>',
    '<img src="https://cdn.example.com/a.png"><link href="https://cdn.example.com/a.css"><a href="https://b.example.com">b</a>',
    '<script data-src="https://cdn.example.com/a.js"></script>',
    '<script integrity="sha256-aGFzaA==" crossorigin src="https://cdn.example.com/a.js"></script>',
    '<script src="/a.js" src="https://cdn.example.com/a.js"></script>',
    '<base href="/login/"><base target="_top">',
  ])("passes: %s", (page) => expect(scriptVerdictOf(page)).toBe("passes"));
});

describe("a page with a script from another host", () => {
  test.each([
    '<script src="https://cdn.example.com/a.js"></script>',
    "<SCRIPT\nSRC = '//cdn.example.com/a.js' async></SCRIPT>",
    "<script src=https://cdn.example.com/a.js></script>",
    '<script/src="\\\\cdn.example.com/a.js"></script>',
    '<script src=" https://cdn.example.com/a.js "></script>',
    '<script src="ht\ntps://cdn.example.com/a.js"></script>',
    '<script src="https://cdn.example.com/{{ version }}.js"></script>',
    '<script src="https://cdn.auth0.com.example.com/a.js"></script>',
    '<script src="https://cdn.auth0.com@cdn.example.com/a.js"></script>',
    '<script src="https://cdn.example.com/a.js" src="/a.js" integrity="md5-aGFzaA=="></script>',
    '{% if organization %}<script src="https://cdn.example.com/a.js"></script>{% endif %}',
    '{% raw %}<script src="https://cdn.example.com/a.js"></script>{% endraw %}',
    '<svg><script href="https://cdn.example.com/a.js"/></svg>',
    '<base href="https://cdn.example.com/"><script src="a.js"></script>',
    '<script src="{{ url }}"></script><script src="https://cdn.example.com/a.js"></script>',
  ])("fails: %s", (page) => expect(scriptVerdictOf(page)).toBe("fails"));
});

describe("a page whose template chooses the host of a script", () => {
  test.each([
    '<script src="{{ url }}"></script>',
    '<script src="/{{ path }}"></script>',
    '<script src="https://{{ host }}/a.js"></script>',
    '<script src="https://cdn.{{ region }}.auth0.com/a.js"></script>',
    "<script src={{ url }}></script>",
    "<script {{ attributes }}></script>",
    '<script src="https&#58;//cdn.example.com/a.js"></script>',
    '<script src="{{ url"></script>',
  ])("is unknown: %s", (page) => expect(scriptVerdictOf(page)).toBe("unknown"));
});
