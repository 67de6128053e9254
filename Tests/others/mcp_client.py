"""Drives `usher serve --mcp` with the official Python client of the Model Context Protocol.

  Tests/with-others mcp          makes a Python that has the client, and runs this with it

Arguments: the program, and a folder to work in. Ends with 0 if all holds.
"""

import asyncio
import os
import sys

import jsonschema
from mcp import Client, MCPError, StdioServerParameters

NOW = "2026-11-24T09:07"
TOOLS = ["rooms", "openings", "book", "change", "cancel", "bookings", "say"]
PATIENCE_SECONDS = 20


class Violation(Exception):
    """Something that must never be."""


def require(holds, words):
    if not holds:
        raise Violation(words)


def server(usher, folder, store=":memory:"):
    arguments = ["serve", "--mcp", "--as", "mia", "--clock", NOW, "--store", store]
    if store == ":memory:":
        arguments += ["--test", "--seed", "1"]
    else:
        arguments += ["--gateway", "scripted"]
    return StdioServerParameters(
        command=usher, args=arguments, cwd=folder, env={"XDG_STATE_HOME": folder})


class Caller:
    """Calls tools and tells what came back."""

    def __init__(self, client, schemas):
        self.client = client
        self.schemas = schemas

    async def __call__(self, tool, **arguments):
        """The members a program reads, after a call that the schema allows."""
        jsonschema.validate(arguments, self.schemas[tool])
        return await self.raw(tool, arguments)

    async def raw(self, tool, arguments):
        result = await self.client.call_tool(tool, arguments)
        require(len(result.content) == 1 and result.content[0].type == "text", "no words")
        told = result.structured_content
        first = result.content[0].text.splitlines()[0]
        print(f"  {tool} {arguments} -> {told['code']} {told.get('name', '')} {first}")
        require(result.is_error == (told["code"] >= 400), "isError is not what the code says")
        return told


def kinds(told):
    return [effect["kind"] for effect in told["effects"]]


async def look(client):
    """The tools, and their schemas by name."""
    listed = await client.list_tools()
    require([tool.name for tool in listed.tools] == TOOLS, "other tools")
    for tool in listed.tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        require(tool.input_schema["additionalProperties"] is False, f"{tool.name} takes anything")
        hints = tool.annotations
        reads = tool.name in ("rooms", "openings", "bookings")
        require(hints.read_only_hint is reads, f"{tool.name}: read only?")
        if not reads:
            require(hints.destructive_hint is (tool.name != "book"), f"{tool.name}: destructive?")
    require(len((client.instructions or "").split(". ")) == 3, "no three sentences")
    require(client.server_info.name == "usher", "another server")
    return {tool.name: tool.input_schema for tool in listed.tools}


async def book_and_so_on(usher, folder, mode):
    async with Client(server(usher, folder), mode=mode) as client:
        print(f"  speaks {client.protocol_version} with {client.server_info.version}, mode {mode}")
        call = Caller(client, await look(client))
        ana = {"email": "ana@example.com", "name": "Ana Gram", "phone": "0171 2345678"}
        booked = await call(
            "book", room="Aquarium", start="2026-11-25T10:00", minutes=60, title="Review",
            attendees=[ana])
        require(booked["code"] == 250 and kinds(booked) == ["booked"], "not booked")
        booking = booked["effects"][0]["booking"]
        require(booking["attendees"][0]["email"] == ana["email"], "without Ana")
        ref = booking["ref"]

        clash = await call("book", room="Aquarium", start="2026-11-25T10:30", minutes=60)
        require(clash["name"] == "TIME/TAKEN" and clash["effects"] == [], "no clash")
        require(len(clash["choices"]) >= 2 and clash["open"] == ["choice"], "no choices")
        choice = next(one for one in clash["choices"] if one["room"] != "Aquarium")
        picked = await call("say", text=choice["say"])
        require(kinds(picked) == ["booked"], "the choice was not booked")
        require(picked["effects"][0]["booking"]["room"] == choice["room"], "another room")

        is_free = await call("openings", room="Aquarium", start="2026-11-25T14:00", minutes=60)
        require(is_free["code"] == 212 and is_free["effects"] == [], "no answer")
        changed = await call("change", ref=ref, start="2026-11-25T14:00", title="Retro")
        require(kinds(changed) == ["changed"], "not changed")
        again = await call("change", ref=ref, start="2026-11-25T14:00", title="Retro")
        require(again["effects"] == [], "changed twice")
        mine = await call("bookings")
        require(len(mine["bookings"]) == 2, "not two bookings")
        one = await call("bookings", ref=ref)
        require(one["bookings"][0]["start"] == "2026-11-25T14:00:00+01:00", "not moved")
        require(one["bookings"][0]["title"] == "Retro", "no other title")

        cancelled = await call("cancel", ref=ref)
        require(kinds(cancelled) == ["cancelled"], "not cancelled")
        undone = await call("say", text="undo")
        require(kinds(undone) == ["restored"], "not restored")
        rooms = await call("rooms", date="2026-11-25", seats=8)
        require({room["name"] for room in rooms["rooms"]} == {"Cockpit", "Dachstube"}, "rooms?")
        german = await call("say", text="was ist morgen um 9 frei?")
        require(german["code"] == 212, "no German")
        series = await call("say", text="book Bunker every Wednesday 8:30-9 until 16 December")
        require(len(series["effects"]) > 2, "no series")

        require((await call("cancel", ref="B99"))["name"] == "WHAT/UNKNOWN", "B99?")
        early = await call("book", room="Bunker", start="2026-11-25T05:00", minutes=60)
        require(early["name"] == "RULE/HOURS", "before opening")
        for tool, arguments, field in [
            ("cancel", {"ref": "B2", "user": "tom"}, "user"), ("cancel", {}, "ref"),
            ("book", {"start": "tomorrow"}, "start"), ("rooms", {"seats": "many"}, "seats"),
            ("book", {"start": "2026-11-25T12:00", "attendees": [{"name": "x"}]},
             "attendees.email"),
        ]:
            told = await call.raw(tool, arguments)
            require(told["name"] == "PROTO/ARGS" and told["field"] == field, f"{field}?")
        for tool in ("undo", "reset"):
            try:
                await client.call_tool(tool, {})
                raise Violation(f"{tool} is a tool")
            except MCPError as error:
                require(error.code == -32602, f"{tool}: {error.code}")
        many = await asyncio.gather(*(
            client.call_tool("openings", {"date": "2026-11-26"}) for _ in range(50)))
        require(all(not one.is_error for one in many), "not all of fifty at once")


async def survive(usher, folder):
    """What was booked is there when the next client starts the program again."""
    store = os.path.join(folder, "kept.db")
    for held in (0, 1):
        async with Client(server(usher, folder, store)) as client:
            call = Caller(client, await look(client))
            require(len((await call("bookings")).get("bookings", [])) == held, "not kept")
            if held == 0:
                await call("book", room="Bunker", start="2026-11-25T10:00", minutes=30)


async def main(usher, folder):
    for mode in ("auto", "legacy"):
        await asyncio.wait_for(book_and_so_on(usher, folder, mode), PATIENCE_SECONDS)
    await asyncio.wait_for(survive(usher, folder), PATIENCE_SECONDS)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        asyncio.run(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
    except* Violation as violations:
        for violation in violations.exceptions:
            print(f"  violated: {violation}")
        sys.exit(1)
